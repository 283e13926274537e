package io.gnomon.slurm.mapping;

import io.gnomon.model.machine.PreemptMode;
import io.gnomon.slurm.parameter.SchedulerParameters;
import io.gnomon.slurm.parameter.SlurmParameter;
import io.gnomon.slurm.value.SlurmTime;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The schedulers of a site, and which running jobs make room for others. Source: manual of
 * slurm.conf, {@code PreemptType}, {@code PreemptMode}, {@code PreemptParameters} and {@code
 * PreemptExemptTime}.
 *
 * @param backfills whether {@code SchedulerType} is {@code sched/backfill}, the default
 * @param parameters {@code SchedulerParameters} as written; empty if there are none
 * @param preemptType {@code PreemptType} as the policy {@code slurm} spells it: {@code
 *     partition_prio}, {@code qos} or {@code none}
 * @param preemptMode {@code PreemptMode} in lower case without {@code gang}; {@code off} if there
 *     is none
 * @param youngestFirst whether {@code preempt_youngest_first} is a parameter
 * @param preemptExemptSeconds {@code PreemptExemptTime}
 */
public record SlurmScheduling(
    boolean backfills,
    String parameters,
    String preemptType,
    String preemptMode,
    boolean youngestFirst,
    int preemptExemptSeconds) {
  private static final Set<String> BESIDE_MODE = Set.of("", "GANG", "WITHIN", "PRIORITY");

  /**
   * Reads the parameters.
   *
   * @param texts value of a parameter by its name, empty if it is absent
   */
  public static SlurmScheduling of(UnaryOperator<String> texts, Rejected rejected) {
    String parameters = texts.apply(SchedulerParameters.KEY);
    return new SlurmScheduling(
        !texts.apply(SlurmParameter.SCHEDULER.printed()).equalsIgnoreCase("sched/builtin"),
        parameters,
        switch (texts.apply(SlurmParameter.PREEMPT_TYPE.printed()).toLowerCase(Locale.ROOT)) {
          case "preempt/partition_prio" -> "partition_prio";
          case "preempt/qos" -> "qos";
          default -> "none";
        },
        modes(texts.apply(SlurmParameter.PREEMPT_MODE.printed())).stream()
            .findFirst()
            .map(mode -> mode.toLowerCase(Locale.ROOT))
            .orElse("off"),
        SchedulerParameters.parse(parameters).has(SlurmParameter.PREEMPT_YOUNGEST_FIRST.parameter())
            || SchedulerParameters.parse(texts.apply("PreemptParameters")).has("youngest_first"),
        exemptSeconds(texts, rejected));
  }

  private static List<String> modes(String text) {
    return Arrays.stream(text.toUpperCase(Locale.ROOT).split(","))
        .map(String::strip)
        .filter(word -> !BESIDE_MODE.contains(word))
        .toList();
  }

  /**
   * The {@code PreemptMode} of a partition or a QOS, such as {@code GANG,SUSPEND} or {@code
   * requeue,within}: the first that is known; that of the cluster if there is only what can stand
   * beside one. Source: manuals of slurm.conf and sacctmgr.
   *
   * @return empty if there are only other words
   */
  public static Optional<PreemptMode> preemptMode(String text) {
    List<String> modes = modes(text);
    return modes.isEmpty()
        ? Optional.of(PreemptMode.CLUSTER)
        : Arrays.stream(PreemptMode.values())
            .filter(mode -> modes.contains(mode.name()))
            .min(Comparator.comparing(mode -> modes.indexOf(mode.name())));
  }

  private static int exemptSeconds(UnaryOperator<String> texts, Rejected rejected) {
    SlurmParameter row = SlurmParameter.PREEMPT_EXEMPT_TIME;
    String text = texts.apply(row.printed());
    if (text.isEmpty() || text.equals("-1")) {
      return 0;
    }
    long seconds = SlurmTime.seconds(text).orElse(-1);
    if (seconds < 0) {
      rejected.accept(row.printed(), text, "'" + text + "' is not a time such as 1-12:00:00");
    }
    return (int) Math.max(0, Math.min(seconds, row.allowed().most()));
  }
}
