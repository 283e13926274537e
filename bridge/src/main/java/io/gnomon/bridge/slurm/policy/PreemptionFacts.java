package io.gnomon.bridge.slurm.policy;

import io.gnomon.slurm.parameter.SchedulerParameters;
import io.gnomon.slurm.parameter.SlurmParameter;
import io.gnomon.slurm.value.SlurmTime;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The parameters of the policy {@code slurm} that say which running jobs make room for others.
 * Source: manual page slurm.conf(5), {@code PreemptType}, {@code PreemptMode}, {@code
 * PreemptParameters} and {@code PreemptExemptTime}.
 */
final class PreemptionFacts {
  private static final String TYPE = SlurmParameter.PREEMPT_TYPE.parameter();
  private static final String MODE = SlurmParameter.PREEMPT_MODE.parameter();
  private static final String YOUNGEST = SlurmParameter.PREEMPT_YOUNGEST_FIRST.parameter();
  private static final String EXEMPT = SlurmParameter.PREEMPT_EXEMPT_TIME.parameter();

  private static final Map<String, String> TYPES =
      Map.of("preempt/partition_prio", "partition_prio", "preempt/qos", "qos");
  private static final Set<String> MODES = Set.of("cancel", "requeue", "suspend");

  private PreemptionFacts() {}

  /**
   * Returns the parameters, none without preemption.
   *
   * @param slurm the output of {@code scontrol show config}
   */
  static Map<String, String> of(Map<String, String> slurm) {
    Map<String, String> parameters = new TreeMap<>();
    String type = TYPES.get(slurm.getOrDefault(TYPE, "").toLowerCase(Locale.ROOT));
    if (type == null) {
      return parameters;
    }
    parameters.put(TYPE, type);
    Arrays.stream(slurm.getOrDefault(MODE, "").split(",", -1))
        .map(mode -> mode.strip().toLowerCase(Locale.ROOT))
        .filter(MODES::contains)
        .findFirst()
        .ifPresent(mode -> parameters.put(MODE, mode));
    if (has(slurm, SchedulerParameters.KEY, YOUNGEST)
        || has(slurm, "PreemptParameters", "youngest_first")) {
      parameters.put(YOUNGEST, "true");
    }
    SlurmTime.seconds(slurm.getOrDefault(EXEMPT, ""))
        .ifPresent(
            seconds -> {
              if (seconds > 0) {
                parameters.put(
                    EXEMPT,
                    Math.min(seconds, SlurmParameter.PREEMPT_EXEMPT_TIME.allowed().most()) + "s");
              }
            });
    return parameters;
  }

  private static boolean has(Map<String, String> slurm, String key, String option) {
    return SchedulerParameters.parse(slurm.getOrDefault(key, "")).has(option);
  }
}
