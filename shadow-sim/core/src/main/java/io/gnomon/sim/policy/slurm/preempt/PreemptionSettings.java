package io.gnomon.sim.policy.slurm.preempt;

import io.gnomon.model.machine.PreemptMode;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.policy.slurm.parameter.PolicyParameters;
import io.gnomon.sim.spec.Spec;
import io.gnomon.slurm.parameter.SlurmParameter;
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
  /** Whether jobs of a cluster of nodes may be suspended. */
  public boolean maySuspend(Machine machine) {
    return switch (type) {
      case NONE -> false;
      case QOS -> true;
      case PARTITION_PRIO ->
          mode == PreemptMode.SUSPEND
              || machine.partitions().stream()
                  .anyMatch(one -> one.preemption().mode() == PreemptMode.SUSPEND);
    };
  }

  /** Reads the settings. */
  public static PreemptionSettings of(Spec spec) {
    return new PreemptionSettings(
        PreemptType.valueOf(
            PolicyParameters.word(SlurmParameter.PREEMPT_TYPE, spec).toUpperCase(Locale.ROOT)),
        PreemptMode.valueOf(
            PolicyParameters.word(SlurmParameter.PREEMPT_MODE, spec).toUpperCase(Locale.ROOT)),
        PolicyParameters.flag(SlurmParameter.PREEMPT_YOUNGEST_FIRST, spec),
        PolicyParameters.whole(SlurmParameter.PREEMPT_EXEMPT_TIME, spec));
  }
}
