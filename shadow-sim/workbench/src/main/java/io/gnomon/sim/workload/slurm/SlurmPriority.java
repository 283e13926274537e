package io.gnomon.sim.workload.slurm;

import io.gnomon.model.priority.PriorityFlag;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.model.priority.UsageReset;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.priority.MultifactorPriority;
import io.gnomon.sim.priority.PriorityBasis;
import io.gnomon.sim.priority.PriorityBasis.PartitionBasis;
import io.gnomon.sim.priority.PrioritySettings;
import io.gnomon.sim.priority.fairshare.TresBilling;
import io.gnomon.slurm.conf.SlurmConf;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The {@code Priority*} parameters and partitions of a {@code slurm.conf}, as settings of {@link
 * MultifactorPriority}. Parameters that are absent have Slurm's defaults. Source: manual of
 * slurm.conf.
 */
public final class SlurmPriority {
  /** Flags without an effect on the factors, or the default. */
  private static final Set<String> WITHOUT_EFFECT = Set.of("FAIR_TREE", "CALCULATE_RUNNING");

  private static final Pattern WEIGHT =
      Pattern.compile("([^=]+)=(-?(?:\\d*\\.?\\d+|\\d+\\.))([KMGTPkmgtp]?)");

  private static final String UNITS = " KMGTP";

  private final SlurmConf conf;

  private SlurmPriority(SlurmConf conf) {
    this.conf = conf;
  }

  /**
   * Reads the settings; empty for {@code PriorityType=priority/basic}.
   *
   * @throws SlurmFormatException for a value that is not understood or a flag that is not modelled
   */
  public static Optional<PrioritySettings> settings(Path slurmConf) throws IOException {
    SlurmPriority reader = new SlurmPriority(ConfFiles.read(slurmConf));
    if (reader.text("PriorityType", "priority/multifactor").endsWith("basic")) {
      return Optional.empty();
    }
    try {
      return Optional.of(reader.settings());
    } catch (IllegalArgumentException wrong) {
      throw new SlurmFormatException(slurmConf.toString(), wrong);
    }
  }

  /**
   * Reads the amounts to which factors are relative.
   *
   * @throws SlurmFormatException for a value that is not understood
   */
  public static PriorityBasis basis(Path slurmConf, SlurmAssociations.Definitions associations)
      throws IOException {
    SlurmPriority reader = new SlurmPriority(ConfFiles.read(slurmConf));
    Machine machine = SlurmMachine.read(slurmConf);
    Map<String, PartitionBasis> partitions = new HashMap<>();
    for (SlurmConf.Line line : reader.conf.lines("PartitionName")) {
      try {
        partitions.put(line.name(), partition(line, machine));
      } catch (IllegalArgumentException wrong) {
        throw new SlurmFormatException(line.place(), wrong);
      }
    }
    return PriorityBasis.of(machine, partitions, associations.qosPriorities(), associations.tree());
  }

  private static PartitionBasis partition(SlurmConf.Line line, Machine machine) {
    long jobFactor =
        line.get("PriorityJobFactor")
            .or(() -> line.get("Priority"))
            .map(SlurmUnits::number)
            .orElse(1);
    return PartitionBasis.of(machine, line.name(), jobFactor);
  }

  /**
   * Reads what jobs of each partition are billed.
   *
   * @return by name of the partition
   * @throws SlurmFormatException for a weight that is not understood
   */
  public static Map<String, TresBilling> billing(Path slurmConf) throws IOException {
    SlurmPriority reader = new SlurmPriority(ConfFiles.read(slurmConf));
    Map<String, TresBilling> billing = new HashMap<>();
    for (SlurmConf.Line line : reader.conf.lines("PartitionName")) {
      try {
        billing.put(line.name(), reader.billing(line));
      } catch (IllegalArgumentException wrong) {
        throw new SlurmFormatException(line.place(), wrong);
      }
    }
    return billing;
  }

  private TresBilling billing(SlurmConf.Line partition) {
    TresBilling.Rule rule = TresBilling.Rule.SUM;
    if (flags().contains(PriorityFlag.MAX_TRES)) {
      rule = TresBilling.Rule.MAX_TRES;
    } else if (flags().contains(PriorityFlag.MAX_TRES_GRES)) {
      rule = TresBilling.Rule.MAX_TRES_GRES;
    }
    Optional<String> weights = partition.get("TRESBillingWeights");
    return weights.isEmpty()
        ? TresBilling.CPUS
        : new TresBilling(weights("TRESBillingWeights", weights.get()), rule);
  }

  private PrioritySettings settings() {
    return new PrioritySettings(
        seconds("PriorityDecayHalfLife", "7-0"),
        seconds("PriorityCalcPeriod", "5"),
        seconds("PriorityMaxAge", "7-0"),
        text("PriorityFavorSmall", "NO").equalsIgnoreCase("YES"),
        SlurmUnits.number(text("FairShareDampeningFactor", "1")),
        reset(text("PriorityUsageResetPeriod", "NONE")),
        flags(),
        new PriorityWeights(
            weight("PriorityWeightAge"),
            weight("PriorityWeightAssoc"),
            weight("PriorityWeightFairshare"),
            weight("PriorityWeightJobSize"),
            weight("PriorityWeightPartition"),
            weight("PriorityWeightQOS"),
            tresWeights()));
  }

  private String text(String key, String absent) {
    return conf.parameter(key).orElse(absent);
  }

  private int seconds(String key, String absent) {
    return SlurmUnits.seconds(text(key, absent));
  }

  private double weight(String key) {
    return SlurmUnits.number(text(key, "0"));
  }

  private static List<String> items(String text) {
    return Arrays.stream(text.split(","))
        .map(String::strip)
        .filter(item -> !item.isEmpty())
        .toList();
  }

  private static UsageReset reset(String text) {
    return Arrays.stream(UsageReset.values())
        .filter(period -> period.name().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "PriorityUsageResetPeriod is '%s'; allowed are %s"
                        .formatted(text, Arrays.toString(UsageReset.values()))));
  }

  private Set<PriorityFlag> flags() {
    Map<String, PriorityFlag> known =
        Arrays.stream(PriorityFlag.values()).collect(Collectors.toMap(Enum::name, flag -> flag));
    Set<PriorityFlag> flags = EnumSet.noneOf(PriorityFlag.class);
    for (String item : items(text("PriorityFlags", ""))) {
      String name = item.toUpperCase(Locale.ROOT);
      if (name.equals("NO_NORMAL_ALL")) {
        flags.addAll(
            List.of(
                PriorityFlag.NO_NORMAL_ASSOC,
                PriorityFlag.NO_NORMAL_PART,
                PriorityFlag.NO_NORMAL_QOS,
                PriorityFlag.NO_NORMAL_TRES));
      } else if (known.containsKey(name)) {
        flags.add(known.get(name));
      } else if (!WITHOUT_EFFECT.contains(name)) {
        throw new IllegalArgumentException(
            "PriorityFlags has '"
                + item
                + "', which is not modelled; remove it to simulate without");
      }
    }
    return flags;
  }

  private Map<String, Double> tresWeights() {
    String key = "PriorityWeightTRES";
    return weights(key, text(key, ""));
  }

  /** Weights by TRES; those of memory are per MiB, or per unit behind the weight. */
  private static Map<String, Double> weights(String key, String text) {
    Map<String, Double> weights = new HashMap<>();
    for (String item : items(text)) {
      Matcher matcher = WEIGHT.matcher(item);
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            key + " has '" + item + "', which is not a pair such as Mem=0.25G");
      }
      String tres = matcher.group(1).toLowerCase(Locale.ROOT);
      int unit =
          matcher.group(3).isEmpty() ? 0 : UNITS.indexOf(matcher.group(3).toUpperCase(Locale.ROOT));
      int exponent = unit - (unit > 0 && tres.equals("mem") ? 2 : 0);
      if (exponent < 0) {
        throw new IllegalArgumentException(
            key + " has '" + item + "'; allowed are weights per MiB or a larger unit");
      }
      weights.put(tres, Double.parseDouble(matcher.group(2)) / Math.pow(1024, exponent));
    }
    return weights;
  }
}
