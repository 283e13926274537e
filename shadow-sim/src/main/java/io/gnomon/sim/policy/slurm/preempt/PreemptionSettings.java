package io.gnomon.sim.policy.slurm.preempt;

import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.PreemptionRule;
import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicySpec;
import java.util.List;
import java.util.Locale;

/**
 * The parameters of preemption, with the names of slurm.conf.
 *
 * @param type which jobs make room for others
 * @param mode what happens to preempted jobs, unless their partition or QOS says otherwise
 * @param youngestFirst whether of jobs with equal priority those that started last are preempted
 *     first, {@code preempt_youngest_first}
 * @param exemptSeconds time that a job runs before it can be cancelled or requeued, {@code
 *     PreemptExemptTime}
 */
public record PreemptionSettings(
    PreemptType type, PreemptMode mode, boolean youngestFirst, int exemptSeconds) {
  private static final int DAY = 86_400;

  private static final Parameter<String> TYPE =
      Parameter.choice(
          "PreemptType",
          "none",
          List.of("none", "partition_prio", "qos"),
          "partition_prio: jobs of partitions with a higher PriorityTier preempt; qos: jobs preempt"
              + " those of each QOS that their own lists; only on nodes");
  private static final Parameter<String> MODE =
      Parameter.choice(
          "PreemptMode",
          "off",
          List.of("off", "cancel", "requeue", "suspend"),
          "what happens to preempted jobs");
  private static final Parameter<Boolean> YOUNGEST =
      Parameter.flag(
          "preempt_youngest_first", false, "among equal jobs, those that started last go first");
  private static final Parameter<Integer> EXEMPT =
      Parameter.seconds(
          "PreemptExemptTime", "0s", 0, 30 * DAY, "time that a job runs before it is preempted");

  /** The parameters. */
  public static List<Parameter<?>> parameters() {
    return List.of(TYPE, MODE, YOUNGEST, EXEMPT);
  }

  /** Whether jobs of a cluster of nodes may be suspended. */
  public boolean maySuspend(Machine machine) {
    return switch (type) {
      case NONE -> false;
      case QOS -> true;
      case PARTITION_PRIO ->
          mode == PreemptMode.SUSPEND
              || machine.partitions().stream()
                  .anyMatch(one -> one.preemption().mode() == PreemptionRule.Mode.SUSPEND);
    };
  }

  /** Reads the settings. */
  public static PreemptionSettings of(PolicySpec spec) {
    return new PreemptionSettings(
        PreemptType.valueOf(TYPE.in(spec).toUpperCase(Locale.ROOT)),
        PreemptMode.valueOf(MODE.in(spec).toUpperCase(Locale.ROOT)),
        YOUNGEST.in(spec),
        EXEMPT.in(spec));
  }
}
