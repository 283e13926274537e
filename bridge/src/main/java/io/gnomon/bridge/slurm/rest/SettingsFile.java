package io.gnomon.bridge.slurm.rest;

import io.gnomon.slurm.conf.SlurmConf;
import io.gnomon.slurm.conf.SlurmConf.Line;
import io.gnomon.slurm.listing.ScontrolOutput;
import io.gnomon.slurm.mapping.PriorityMapping;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A slurm.conf, or what {@code scontrol show config} and {@code scontrol show partition} print, one
 * after the other. Settings have the names that scontrol prints, and Slurm's defaults.
 *
 * @param settings the settings by name
 * @param partitions the line of each partition by its name, in any case
 */
record SettingsFile(Map<String, String> settings, Map<String, Line> partitions) {
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

  /**
   * The settings and partitions of a file.
   *
   * @throws IllegalArgumentException if a line of slurm.conf has something else than pairs
   */
  static SettingsFile of(SlurmConf conf) {
    Map<String, Line> partitions = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    conf.checked().lines("PartitionName").forEach(line -> partitions.put(line.name(), line));
    if (conf.isPrinted()) {
      String printed = String.join("\n", conf.texts());
      return new SettingsFile(ScontrolOutput.settings(printed), partitions);
    }
    Map<String, String> settings = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    settings.putAll(ScontrolOutput.settings(UNSET));
    PriorityMapping.WEIGHTS.forEach(row -> settings.put(row.printed(), "0"));
    conf.lines().forEach(line -> settings.put(line.kind(), line.name()));
    settings.remove("PartitionName");
    return new SettingsFile(settings, partitions);
  }

  /** Returns an attribute of a partition; empty if the file does not give it. */
  String ofPartition(String partition, String attribute) {
    return Optional.ofNullable(partitions.get(partition))
        .flatMap(line -> line.get(attribute))
        .orElse("")
        .toUpperCase(Locale.ROOT);
  }
}
