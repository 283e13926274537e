package io.gnomon.sim.policy.preempt;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Capability;
import io.gnomon.sim.policy.LibraryPolicy;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.spec.Description;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
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
              "tuned",
              true,
              "spare jobs whose xfactor exceeds 1.5 x their category's mean slowdown")
          .inWords("jobs with long waits may be suspended too");

  /** Limit up to which a job is spared. */
  public static final Parameter<Double> OVERRIDE =
      Parameter.number(
              "override",
              3,
              0,
              1e6,
              "a spared job is still suspended for a suspended job that returns, and for a waiting job with"
                  + " this multiple of its limit; 0: never")
          .inWords("spared jobs are suspended at %s × their limit");

  /** Whether suspended jobs must resume on their own processors. */
  public static final Parameter<Boolean> SAME_PROCESSORS =
      Parameter.flag(
              "same-processors",
              true,
              "a suspended job resumes on its own processors; false: it can migrate")
          .inWords("suspended jobs may move");

  /** Whether a suspended job's processors are held for it. */
  public static final Parameter<Boolean> HOLD =
      Parameter.flag(
              "hold",
              true,
              "hold a suspended job's free processors against waiting jobs with a lower xfactor")
          .inWords("processors of suspended jobs are free for all");

  /** Disk bandwidth that determines the overhead of suspension. */
  public static final Parameter<Double> DISK =
      Parameter.number(
              "disk",
              0,
              0,
              1e6,
              "disk bandwidth in MB/s per processor to write and read memory; 0: no overhead")
          .inWords("memory is written at %s MB/s per processor");

  /** The seed of the jobs' memory sizes. */
  public static final Parameter<Integer> SEED =
      Parameter.integer("seed", 1, 0, Integer.MAX_VALUE, "random seed of the jobs' memory sizes")
          .inWords("random seed %s");

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
  public String describe(Spec spec) {
    Description policy = new Description(spec, parameters());
    return policy
        .add(
            "a job suspends others once its wait for its length is %s × theirs"
                .formatted(policy.number(FACTOR.name())))
        .toString();
  }

  @Override
  public List<LibraryPolicy> library() {
    return List.of(
        LibraryPolicy.needing(Capability.SUSPENSION, "selective-suspension(factor=2, tuned=true)"));
  }

  @Override
  public SchedulingPolicy create(Spec spec) {
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
