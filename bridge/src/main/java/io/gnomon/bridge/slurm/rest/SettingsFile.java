package io.gnomon.bridge.slurm.rest;

import io.gnomon.bridge.slurm.client.SlurmSource.Kind;
import io.gnomon.slurm.listing.ConfLine;
import io.gnomon.slurm.listing.ScontrolOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A slurm.conf, or what {@code scontrol show config} and {@code scontrol show partition} print, one
 * after the other. Settings have the names that scontrol prints, and Slurm's defaults.
 *
 * @param settings the settings by name
 * @param partitions the attributes of each partition by name, in any case
 */
record SettingsFile(Map<String, String> settings, Map<String, Map<String, String>> partitions) {
  private static final String PRINTED = "Configuration data as of";
  private static final String PARTITION = "PartitionName";
  private static final String DEFAULTS = "DEFAULT";

  /** What {@code scontrol show config} of 24.11 and 26.05 prints with an empty slurm.conf. */
  private static final String UNSET =
      """
      AccountingStorageEnforce = none
      AccountingStorageType = (null)
      ClusterName = cluster
      DefMemPerCPU = UNLIMITED
      DefMemPerNode = UNLIMITED
      EpilogSlurmctld = (null)
      FairShareDampeningFactor = 1
      JobSubmitPlugins = (null)
      MinJobAge = 300
      PreemptExemptTime = 00:00:00
      PreemptMode = OFF
      PreemptParameters = (null)
      PreemptType = preempt/none
      PriorityCalcPeriod = 00:05:00
      PriorityDecayHalfLife = 7-00:00:00
      PriorityFavorSmall = No
      PriorityFlags = (null)
      PriorityMaxAge = 7-00:00:00
      PrioritySiteFactorPlugin = (null)
      PriorityType = priority/multifactor
      PriorityUsageResetPeriod = NONE
      PriorityWeightAge = 0
      PriorityWeightAssoc = 0
      PriorityWeightFairShare = 0
      PriorityWeightJobSize = 0
      PriorityWeightPartition = 0
      PriorityWeightQOS = 0
      PriorityWeightTRES = (null)
      PrologSlurmctld = (null)
      ReconfigFlags = (null)
      SchedulerParameters = (null)
      SchedulerType = sched/backfill
      SelectType = select/cons_tres
      SelectTypeParameters = CR_CORE_MEMORY
      SlurmctldParameters = (null)
      TopologyPlugin = topology/default
      """;

  /** Parses the lines of a file, with those of the files that it includes. */
  static SettingsFile of(List<String> lines) {
    return lines.stream().anyMatch(line -> line.startsWith(PRINTED))
        ? printed(String.join("\n", lines))
        : written(lines);
  }

  private static SettingsFile printed(String text) {
    Map<String, Map<String, String>> partitions = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    // without --oneliner, the lines of a record are indented
    ScontrolOutput.records(text.replaceAll("\\n +", " "), PARTITION)
        .forEach(record -> partitions.put(record.getOrDefault(PARTITION, ""), record));
    return new SettingsFile(ScontrolOutput.settings(text), partitions);
  }

  private static SettingsFile written(List<String> lines) {
    Map<String, String> settings = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    settings.putAll(ScontrolOutput.settings(UNSET));
    Map<String, Map<String, String>> partitions = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    Map<String, String> defaults = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (ConfLine line : ConfLine.of(lines)) {
      Map<String, String> pairs = line.pairs();
      Map.Entry<String, String> first = pairs.entrySet().iterator().next();
      if (!first.getKey().equalsIgnoreCase(PARTITION)) {
        settings.put(first.getKey(), first.getValue());
      } else if (first.getValue().equalsIgnoreCase(DEFAULTS)) {
        defaults.putAll(pairs);
      } else {
        Map<String, String> record = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        record.putAll(defaults);
        record.putAll(pairs);
        partitions.put(first.getValue(), record);
      }
    }
    return new SettingsFile(settings, partitions);
  }

  /** The switches in the lines of a topology.conf, by the keys that scontrol prints. */
  static List<Map<String, String>> switches(List<String> lines) {
    List<Map<String, String>> switches = new ArrayList<>();
    for (ConfLine line : ConfLine.of(lines)) {
      Map<String, String> pairs = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      pairs.putAll(line.pairs());
      if (pairs.containsKey(Kind.SWITCH.key())) {
        switches.add(pairs);
      }
    }
    return switches;
  }

  /** Returns an attribute of a partition; empty if the file does not give it. */
  String ofPartition(String partition, String attribute) {
    return partitions.getOrDefault(partition, Map.of()).entrySet().stream()
        .filter(entry -> entry.getKey().equalsIgnoreCase(attribute))
        .map(Map.Entry::getValue)
        .map(value -> value.toUpperCase(Locale.ROOT))
        .findFirst()
        .orElse("");
  }
}
