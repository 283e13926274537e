package io.gnomon.bridge.slurm.policy;

import io.gnomon.bridge.slurm.client.PartitionRecord;
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
  private static final String TYPE = "PreemptType";
  private static final String MODE = "PreemptMode";
  private static final String YOUNGEST = "preempt_youngest_first";
  private static final String EXEMPT = "PreemptExemptTime";

  /** Names of the parameters. */
  static final Set<String> NAMES = Set.of(TYPE, MODE, YOUNGEST, EXEMPT);

  private static final Map<String, String> TYPES =
      Map.of("preempt/partition_prio", "partition_prio", "preempt/qos", "qos");
  private static final Set<String> MODES = Set.of("cancel", "requeue", "suspend");
  private static final long MAX_EXEMPT_SECONDS = 30 * 86_400L;

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
    PartitionRecord.seconds(slurm.getOrDefault(EXEMPT, ""))
        .ifPresent(
            seconds -> {
              if (seconds > 0) {
                parameters.put(EXEMPT, Math.min(seconds, MAX_EXEMPT_SECONDS) + "s");
              }
            });
    return parameters;
  }

  private static boolean has(Map<String, String> slurm, String key, String option) {
    return SchedulerParameters.parse(slurm.getOrDefault(key, "")).options().contains(option);
  }
}
