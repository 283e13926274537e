package io.gnomon.sim.policy.preempt;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.List;

/** The family {@code selective-suspension}. */
public final class SelectiveSuspensionFamily implements PolicyFamily {
  /** Its name in the text form. */
  public static final String NAME = "selective-suspension";

  /** The least ratio of the xfactors of suspender and victim. */
  public static final Parameter<Double> FACTOR =
      Parameter.number(
          "factor", 2, 1, 1000, "suspension factor: least ratio of the suspender's xfactor");

  /** Whether jobs that have waited long are safe. */
  public static final Parameter<Boolean> TUNED =
      Parameter.flag(
          "tuned", true, "spare jobs whose xfactor exceeds 1.5 x their category's mean slowdown");

  /** What ends a spared job's safety. */
  public static final Parameter<Double> OVERRIDE =
      Parameter.number(
          "override",
          3,
          0,
          1e6,
          "a spared job still makes room for a suspended one that returns, and for a waiting one of"
              + " so many times its limit; 0: for none");

  /** Whether suspended jobs return to their own processors. */
  public static final Parameter<Boolean> SAME_PROCESSORS =
      Parameter.flag(
          "same-processors", true, "a suspended job needs its own processors; false: it migrates");

  /** Whether a suspended job's processors wait for it. */
  public static final Parameter<Boolean> HOLD =
      Parameter.flag(
          "hold",
          true,
          "hold a suspended job's free processors against waiting jobs of lower xfactor");

  /** What suspension costs. */
  public static final Parameter<Double> DISK =
      Parameter.number(
          "disk", 0, 0, 1e6, "MB/s per processor to write and read memory; 0: no overhead");

  /** The seed of the jobs' memory. */
  public static final Parameter<Integer> SEED =
      Parameter.integer("seed", 1, 0, Integer.MAX_VALUE, "of the jobs' drawn memory");

  /** The values of one spec. */
  record Settings(
      double factor,
      boolean tuned,
      double override,
      boolean sameProcessors,
      boolean hold,
      SuspensionOverhead overhead) {
    /** Whether tuning makes a job quite safe. */
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
