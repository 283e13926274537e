package io.gnomon.sim.policy.slurm;

import io.gnomon.sim.policy.order.QueueOrder;
import io.gnomon.sim.policy.slurm.parameter.PolicyParameters;
import io.gnomon.sim.policy.slurm.pass.PassCost;
import io.gnomon.sim.policy.slurm.pass.Reserving;
import io.gnomon.sim.policy.slurm.pass.TestLimits;
import io.gnomon.sim.policy.slurm.preempt.PreemptionSettings;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import io.gnomon.slurm.parameter.ParameterGroup;
import io.gnomon.slurm.parameter.SlurmParameter;
import java.util.ArrayList;
import java.util.List;

/**
 * The settings of the policy {@code slurm}.
 *
 * @param order order of the queue; one other than arrival sets priorities aside
 * @param priority parameters of the priorities
 * @param preemption parameters of preemption
 * @param limits limits and priorities of QOS and partitions
 * @param backfills whether the backfill plugin runs, or the main scheduler alone
 * @param separatesIdle whether a reservation holds idle processors on which a job could start now
 * @param tests waiting jobs that a backfill pass examines
 * @param reserving jobs that keep resources from later jobs
 * @param cost how long backfill passes take
 * @param minInterval minimum seconds from one pass of the main scheduler to any other
 * @param numbers all other parameters
 */
record SlurmSettings(
    QueueOrder order,
    PriorityOverrides priority,
    PreemptionSettings preemption,
    SiteLimits limits,
    boolean backfills,
    boolean separatesIdle,
    TestLimits tests,
    Reserving reserving,
    PassCost cost,
    int minInterval,
    PolicyParameters.Numbers numbers) {
  private static final int MICROS = 1_000_000;

  static List<Parameter<?>> parameters() {
    List<Parameter<?>> parameters =
        new ArrayList<>(
            PolicyParameters.of(
                ParameterGroup.SCHEDULERS,
                ParameterGroup.TESTS,
                ParameterGroup.RESERVING,
                ParameterGroup.COST));
    parameters.addAll(QueueOrder.parameters());
    parameters.addAll(PolicyParameters.of(ParameterGroup.PRIORITY, ParameterGroup.PREEMPTION));
    return List.copyOf(parameters);
  }

  /** The value of a parameter that is a whole number, or a time in seconds. */
  int of(SlurmParameter row) {
    return numbers.of(row);
  }

  /** Whether jobs are in order of priority where the cluster's accounts are known. */
  boolean isByPriority() {
    return priority.isMultifactor() && order.isArrival();
  }

  /**
   * Reads the settings.
   *
   * @throws InvalidSpecException if the order of the queue is not allowed
   */
  static SlurmSettings of(Spec spec) {
    return new SlurmSettings(
        QueueOrder.of(spec),
        new PriorityOverrides(spec),
        PreemptionSettings.of(spec),
        SiteLimits.of(spec),
        PolicyParameters.word(SlurmParameter.SCHEDULER, spec).equals("backfill"),
        PolicyParameters.word(SlurmParameter.RESERVE, spec).equals("nodes"),
        TestLimits.of(spec),
        Reserving.of(spec),
        PassCost.of(spec),
        (PolicyParameters.whole(SlurmParameter.SCHED_MIN_INTERVAL, spec) + MICROS / 2) / MICROS,
        PolicyParameters.numbers(spec));
  }
}
