package io.gnomon.sim.policy.slurm;

import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.Limits;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.limit.LimitDefinitions;
import io.gnomon.sim.priority.PriorityBasis;
import io.gnomon.slurm.parameter.SiteLimit;
import io.gnomon.slurm.parameter.SlurmParameter;
import java.util.OptionalLong;

/**
 * A limit or priority of a QOS or partition in a simulation.
 *
 * @param limit what the policy {@code slurm} can set; without a value, the one that the site
 *     declares is in force
 */
public record SimulatedLimit(SiteLimit limit) {
  private static final String CPU = "cpu";

  /** Whether a change has an effect on the jobs of a cluster in a simulation. */
  public boolean isSimulated(ClusterState state) {
    if (!state.hasAccounting()) {
      return false;
    }
    PriorityBasis basis = state.accounting().accounts().basis();
    return switch (limit.row()) {
      case QOS_PRIORITY -> basis.qosPriorities().containsKey(limit.of());
      case QOS_JOBS_OF_USER, QOS_CPUS_OF_USER ->
          state.hasLimits() && state.limiting().ofSite().qos().containsKey(limit.of());
      case PARTITION_JOB_FACTOR -> basis.partitions().containsKey(limit.of());
      default -> false;
    };
  }

  /** The site's own value; empty if there is none, or the QOS or partition is not known. */
  public OptionalLong ofSite(ClusterState state) {
    if (!isSimulated(state)) {
      return OptionalLong.empty();
    }
    PriorityBasis basis = state.accounting().accounts().basis();
    return switch (limit.row()) {
      case QOS_PRIORITY -> OptionalLong.of(basis.qosPriorities().getOrDefault(limit.of(), 0L));
      case PARTITION_JOB_FACTOR -> jobFactor(basis);
      default -> limit(state.limiting().ofSite());
    };
  }

  private OptionalLong jobFactor(PriorityBasis basis) {
    PriorityBasis.PartitionBasis partition = basis.partitions().get(limit.of());
    return partition == null ? OptionalLong.empty() : OptionalLong.of(partition.jobFactor());
  }

  private OptionalLong limit(LimitDefinitions definitions) {
    Limits limits = definitions.ofQos(limit.of());
    return (limit.row() == SlurmParameter.QOS_JOBS_OF_USER
            ? limits.of(LimitKind.JOBS_OF_USER)
            : limits.of(LimitKind.USER_TRES, CPU))
        .map(OptionalLong::of)
        .orElseGet(OptionalLong::empty);
  }

  /** These limits of the QOS and the value, if it is one of them. */
  Limits with(long value, Limits ofQos) {
    return switch (limit.row()) {
      case QOS_JOBS_OF_USER -> ofQos.with(LimitKind.JOBS_OF_USER, value);
      case QOS_CPUS_OF_USER -> ofQos.with(LimitKind.USER_TRES, CPU, value);
      default -> ofQos;
    };
  }
}
