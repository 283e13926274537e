package io.gnomon.bridge.slurm.accounting;

import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.policy.PrintedValue;
import io.gnomon.events.EventData;
import io.gnomon.events.accounting.PriorityParameters;
import io.gnomon.model.priority.PriorityFlag;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.model.priority.UsageReset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Maps the settings of priority/multifactor to Gnomon's model. */
final class PriorityMapping {
  private static final Pattern NUMBER = Pattern.compile("\\d{1,15}(\\.\\d{1,15})?|\\.\\d{1,15}");
  private static final List<PriorityFlag> NO_NORMAL =
      List.of(
          PriorityFlag.NO_NORMAL_ASSOC,
          PriorityFlag.NO_NORMAL_PART,
          PriorityFlag.NO_NORMAL_QOS,
          PriorityFlag.NO_NORMAL_TRES);

  /** Flags without an effect on factors, or for the default. */
  private static final List<String> WITHOUT_EFFECT =
      List.of("FAIR_TREE", "CALCULATE_RUNNING", "(NULL)");

  private final Map<String, String> settings;
  private final List<String> notes;

  /**
   * A mapping.
   *
   * @param settings as {@code scontrol show config} prints them
   * @param notes receives what cannot be mapped
   */
  PriorityMapping(Map<String, String> settings, List<String> notes) {
    this.settings = settings;
    this.notes = notes;
  }

  /** Returns the parameters, or null under another plugin than priority/multifactor. */
  @Nullable PriorityParameters parameters(List<PartitionRecord> partitions) {
    if (!text("PriorityType").equals("priority/multifactor")) {
      return null;
    }
    return new PriorityParameters(
        new PriorityWeights(
            weight("Age"),
            weight("Assoc"),
            weight("FairShare"),
            weight("JobSize"),
            weight("Partition"),
            weight("QOS"),
            tres(text("PriorityWeightTRES"))),
        seconds("PriorityMaxAge"),
        seconds("PriorityDecayHalfLife"),
        seconds("PriorityCalcPeriod"),
        text("PriorityFavorSmall").equalsIgnoreCase("yes"),
        (int) number(text("FairShareDampeningFactor"), EventData.NONE),
        reset(),
        flags(),
        factors(partitions));
  }

  private String text(String key) {
    return settings.getOrDefault(key, "");
  }

  private double weight(String factor) {
    return number(text("PriorityWeight" + factor), 0);
  }

  private static double number(String text, double otherwise) {
    return NUMBER.matcher(text).matches() ? Double.parseDouble(text) : otherwise;
  }

  private int seconds(String key) {
    String printed = text(key);
    return (int) Math.min(PrintedValue.seconds(printed).orElse(EventData.NONE), (1 << 30) - 1);
  }

  private Map<String, Double> tres(String printed) {
    Map<String, Double> weights = new TreeMap<>();
    for (String item : printed.split(",")) {
      String[] pair = item.strip().split("=", 2);
      if (pair.length == 2 && NUMBER.matcher(pair[1]).matches()) {
        weights.put(pair[0].toLowerCase(Locale.ROOT), Double.valueOf(pair[1]));
      } else if (!item.isBlank() && !item.equals("(null)")) {
        notes.add("PriorityWeightTRES: '" + item + "'");
      }
    }
    return weights;
  }

  private UsageReset reset() {
    String printed = text("PriorityUsageResetPeriod");
    return Arrays.stream(UsageReset.values())
        .filter(reset -> reset.name().equalsIgnoreCase(printed))
        .findFirst()
        .orElse(UsageReset.NONE);
  }

  private List<PriorityFlag> flags() {
    List<PriorityFlag> flags = new ArrayList<>();
    for (String item : text("PriorityFlags").split(",")) {
      String name = item.strip().toUpperCase(Locale.ROOT);
      if (name.equals("NO_NORMAL_ALL")) {
        flags.addAll(NO_NORMAL);
      } else if (!name.isEmpty() && !WITHOUT_EFFECT.contains(name)) {
        Arrays.stream(PriorityFlag.values())
            .filter(flag -> flag.name().equals(name) && flag != PriorityFlag.MAX_TRES_GRES)
            .findFirst()
            .ifPresentOrElse(flags::add, () -> notes.add("PriorityFlags: " + name));
      }
    }
    return flags.stream().distinct().toList();
  }

  private static Map<String, Integer> factors(List<PartitionRecord> partitions) {
    Map<String, Integer> factors = new TreeMap<>();
    for (PartitionRecord partition : partitions) {
      int factor = (int) number(partition.get("PriorityJobFactor"), 1);
      if (factor != 1) {
        factors.put(partition.name(), Math.min(factor, 65_535));
      }
    }
    return factors;
  }
}
