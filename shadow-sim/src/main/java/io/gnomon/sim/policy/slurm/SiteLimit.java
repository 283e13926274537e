package io.gnomon.sim.policy.slurm;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.limit.CountLimit;
import io.gnomon.sim.limit.LimitDefinitions;
import io.gnomon.sim.limit.Limits;
import io.gnomon.sim.limit.TresLimit;
import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.priority.PriorityBasis;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A limit or priority of a QOS or partition that the policy {@code slurm} can set. Its parameter
 * has the name {@code qos.NAME.ATTRIBUTE} or {@code partition.NAME.ATTRIBUTE}, such as {@code
 * qos.normal.MaxJobsPU}; without a value, the one that the site declares is in force.
 *
 * @param attribute what is set
 * @param of name of the QOS or partition
 */
public record SiteLimit(Attribute attribute, String of) {
  private static final int MOST = 1 << 30;
  private static final int MOST_JOB_FACTOR = 65_533;
  private static final String CPU = "cpu";

  /** What can be set. Source: Slurm manual, sacctmgr and slurm.conf. */
  public enum Attribute {
    /** {@code Priority} of a QOS. */
    QOS_PRIORITY("qos.", ".Priority", 0, MOST, "priority of a QOS"),
    /** {@code MaxJobsPerUser} of a QOS. */
    JOBS_OF_USER("qos.", ".MaxJobsPU", 1, MOST, "running jobs of a user in a QOS"),
    /** {@code MaxTRESPerUser} of a QOS for CPUs. */
    CPUS_OF_USER("qos.", ".MaxTRESPU.cpu", 1, MOST, "CPUs of a user in a QOS"),
    /** {@code PriorityJobFactor} of a partition. */
    JOB_FACTOR(
        "partition.", ".PriorityJobFactor", 0, MOST_JOB_FACTOR, "priority of a partition's jobs");

    private final String prefix;
    private final String suffix;
    private final int least;
    private final int most;
    private final String help;

    Attribute(String prefix, String suffix, int least, int most, String help) {
      this.prefix = prefix;
      this.suffix = suffix;
      this.least = least;
      this.most = most;
      this.help = help;
    }

    /** The names of its parameters, with {@code NAME} for that of the QOS or partition. */
    String pattern() {
      return prefix + "NAME" + suffix;
    }
  }

  /** The limit that a parameter sets; empty for a parameter of another kind. */
  public static Optional<SiteLimit> of(String parameter) {
    return Arrays.stream(Attribute.values())
        .filter(
            attribute ->
                parameter.startsWith(attribute.prefix)
                    && parameter.endsWith(attribute.suffix)
                    && parameter.length() > attribute.prefix.length() + attribute.suffix.length())
        .map(
            attribute ->
                new SiteLimit(
                    attribute,
                    parameter.substring(
                        attribute.prefix.length(), parameter.length() - attribute.suffix.length())))
        .findFirst();
  }

  /** The forms of all parameters. */
  static List<String> patterns() {
    return Arrays.stream(Attribute.values()).map(Attribute::pattern).toList();
  }

  /** The parameter. */
  public Parameter<Optional<Integer>> parameter() {
    return Parameter.integer(
            attribute.prefix + of + attribute.suffix,
            attribute.least,
            attribute.least,
            attribute.most,
            attribute.help)
        .orOfSite();
  }

  /** Whether a change has an effect on the jobs of a cluster in a simulation. */
  public boolean isSimulated(ClusterState state) {
    if (!state.hasAccounting()) {
      return false;
    }
    PriorityBasis basis = state.accounting().accounts().basis();
    return switch (attribute) {
      case QOS_PRIORITY -> basis.qosPriorities().containsKey(of);
      case JOBS_OF_USER, CPUS_OF_USER ->
          state.hasLimits() && state.limiting().ofSite().qos().containsKey(of);
      case JOB_FACTOR -> basis.partitions().containsKey(of);
    };
  }

  /** The site's own value; empty if there is none, or the QOS or partition is not known. */
  public OptionalLong ofSite(ClusterState state) {
    if (!isSimulated(state)) {
      return OptionalLong.empty();
    }
    PriorityBasis basis = state.accounting().accounts().basis();
    return switch (attribute) {
      case QOS_PRIORITY -> OptionalLong.of(basis.qosPriorities().getOrDefault(of, 0L));
      case JOB_FACTOR -> jobFactor(basis);
      case JOBS_OF_USER, CPUS_OF_USER -> limit(state.limiting().ofSite());
    };
  }

  private OptionalLong jobFactor(PriorityBasis basis) {
    PriorityBasis.PartitionBasis partition = basis.partitions().get(of);
    return partition == null ? OptionalLong.empty() : OptionalLong.of(partition.jobFactor());
  }

  private OptionalLong limit(LimitDefinitions definitions) {
    Limits limits = definitions.qosLimits().getOrDefault(of, Limits.NONE);
    return (attribute == Attribute.JOBS_OF_USER
            ? limits.of(CountLimit.JOBS_OF_USER)
            : limits.of(TresLimit.USER, CPU))
        .map(OptionalLong::of)
        .orElseGet(OptionalLong::empty);
  }

  /** Sets the value among limits of QOS, if it is one of them. */
  void put(long value, Map<String, Limits> byQos) {
    if (attribute == Attribute.JOBS_OF_USER) {
      byQos.merge(of, Limits.NONE.with(CountLimit.JOBS_OF_USER, value), Limits::over);
    } else if (attribute == Attribute.CPUS_OF_USER) {
      byQos.merge(of, Limits.NONE.with(TresLimit.USER, CPU, value), Limits::over);
    }
  }
}
