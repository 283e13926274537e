package io.gnomon.sim.policy.preempt;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.List;

/** The family {@code selective-suspension}. */
public final class SelectiveSuspensionFamily implements PolicyFamily {
  /** The name in the text form. */
  public static final String NAME = "selective-suspension";

  /** Minimum ratio of the suspending job's xfactor to that of a suspended job. */
  public static final Parameter<Double> FACTOR =
      Parameter.number(
          "factor",
          2,
          1,
          1000,
          "suspension factor: minimum ratio of the suspending to the suspended job's xfactor");

  /** Whether jobs with long waits are spared. */
  public static final Parameter<Boolean> TUNED =
      Parameter.flag(
          "tuned", true, "spare jobs whose xfactor exceeds 1.5 x their category's mean slowdown");

  /** Limit up to which a job is spared. */
  public static final Parameter<Double> OVERRIDE =
      Parameter.number(
          "override",
          3,
          0,
          1e6,
          "a spared job is still suspended for a suspended job that returns, and for a waiting job with"
              + " this multiple of its limit; 0: never");

  /** Whether suspended jobs must resume on their own processors. */
  public static final Parameter<Boolean> SAME_PROCESSORS =
      Parameter.flag(
          "same-processors",
          true,
          "a suspended job resumes on its own processors; false: it can migrate");

  /** Whether a suspended job's processors are held for it. */
  public static final Parameter<Boolean> HOLD =
      Parameter.flag(
          "hold",
          true,
          "hold a suspended job's free processors against waiting jobs with a lower xfactor");

  /** Disk bandwidth that determines the overhead of suspension. */
  public static final Parameter<Double> DISK =
      Parameter.number(
          "disk",
          0,
          0,
          1e6,
          "disk bandwidth in MB/s per processor to write and read memory; 0: no overhead");

  /** The seed of the jobs' memory sizes. */
  public static final Parameter<Integer> SEED =
      Parameter.integer("seed", 1, 0, Integer.MAX_VALUE, "random seed of the jobs' memory sizes");

  /** Why preemptive families cannot schedule nodes. */
  static final String REFUSES_NODES =
      "it suspends jobs to free processors, and does not model the memory and GPUs that suspended"
          + " jobs keep on their nodes";

  /** The settings in a spec. */
  record Settings(
      double factor,
      boolean tuned,
      double override,
      boolean sameProcessors,
      boolean hold,
      SuspensionOverhead overhead) {
    /** Whether a spared job is never suspended. */
    boolean spares() {
      return override == 0;
    }

    PlacedJobs place(ClusterState state) {
      return new PlacedJobs(state, sameProcessors, overhead);
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "preemption: a job suspends others once its xfactor exceeds theirs by a factor";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(FACTOR, TUNED, OVERRIDE, SAME_PROCESSORS, HOLD, DISK, SEED);
  }

  @Override
  public String refusesNodes() {
    return REFUSES_NODES;
  }

  @Override
  public SchedulingPolicy create(PolicySpec spec) {
    return new SelectiveSuspension(
        spec,
        new Settings(
            FACTOR.in(spec),
            TUNED.in(spec),
            OVERRIDE.in(spec),
            SAME_PROCESSORS.in(spec),
            HOLD.in(spec),
            new SuspensionOverhead(DISK.in(spec), SEED.in(spec))));
  }
}
