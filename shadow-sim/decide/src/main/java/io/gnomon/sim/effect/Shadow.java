package io.gnomon.sim.effect;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.forecast.Counterfactual;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.spec.Spec;
import org.jspecify.annotations.Nullable;

/**
 * The shadow of a cluster for one variant. While the variant does not differ from the live cluster,
 * nothing is simulated. Not thread-safe.
 */
final class Shadow {
  private static final int[] NO_SAMPLES = {};
  private static final int MODEL_SECONDS = 24 * 3600;
  private static final int HOUR = 3600;
  private static final int LONGEST_PAUSE_HOURS = 7 * 24;

  private final Variant variant;
  // null while the variant equals the live cluster
  private @Nullable Spec policy;
  // null also before the simulation has begun, for example after a restart
  private @Nullable Counterfactual simulated;
  private @Nullable RuntimeModel runtimes;
  private int runtimesAt;
  private int failures;
  private int pausedUntil;

  Shadow(Variant variant) {
    this.variant = variant;
  }

  Variant variant() {
    return variant;
  }

  /** The policy of the variant, or null while it equals the live cluster. */
  @Nullable Spec policy() {
    return policy;
  }

  boolean differs() {
    return policy != null;
  }

  boolean isSimulated() {
    return simulated != null;
  }

  boolean needsToBegin() {
    return policy != null && simulated == null;
  }

  /** Sets the policy of a variant whose simulation has not begun. */
  void restore(@Nullable Spec spec) {
    policy = spec;
  }

  /** Lets the variant keep the present policy of the live cluster. */
  void keep(Spec present) {
    policy = present;
  }

  /** Ends the simulation; it can begin again from the live cluster. */
  void stop() {
    if (simulated != null) {
      simulated.control().cancel();
    }
    simulated = null;
    runtimes = null;
  }

  /**
   * Ends the simulation because a step failed. It can begin again after a pause, which doubles with
   * each failure from an hour to a week.
   *
   * @return the length of the pause in hours
   */
  int failed(int now) {
    stop();
    int hours = Math.min(LONGEST_PAUSE_HOURS, 1 << Math.min(failures, 8));
    failures++;
    pausedUntil = now + hours * HOUR;
    return hours;
  }

  /** Ends the doubling of pauses, because a step succeeded. */
  void succeeded() {
    failures = 0;
  }

  /** Whether the simulation has not begun, though it could. */
  boolean beginsAt(int now) {
    return needsToBegin() && now >= pausedUntil;
  }

  /** Makes the variant equal to the live cluster. */
  void drop() {
    stop();
    policy = null;
  }

  /**
   * Begins the simulation from the live cluster.
   *
   * @return the step in which the policy takes over, or null if it is the live one
   */
  @Nullable ShadowStep begin(LiveCluster live) {
    Spec spec = policy;
    if (spec == null) {
      throw new IllegalStateException(variant + " equals the live cluster");
    }
    simulated = new Counterfactual(live.state(), live.policy(), live.history(), live.window());
    return spec.equals(live.policy().spec()) ? null : switchTo(live, spec);
  }

  /** The step to the present after which another policy takes over; null if it is in force. */
  @Nullable ShadowStep switchTo(LiveCluster live, Spec spec) {
    policy = spec;
    Counterfactual current = simulated;
    return current == null || current.policy().equals(spec)
        ? null
        : wrap(
            live,
            current,
            current.step(
                live.state(),
                live.history(),
                model(live),
                NO_SAMPLES,
                onCluster(spec, live.state())));
  }

  /** The policy on the cluster; EASY if its nodes cannot be scheduled with it. */
  private static SchedulingPolicy onCluster(Spec spec, ClusterState state) {
    Spec possible = Policies.canSchedule(spec, state) ? spec : Spec.of("easy");
    return Policies.create(possible, state);
  }

  /** The step to the present, with samples. */
  @Nullable ShadowStep step(LiveCluster live, int[] sampleSeconds) {
    Counterfactual current = simulated;
    return current == null
        ? null
        : wrap(
            live,
            current,
            current.step(live.state(), live.history(), model(live), sampleSeconds, null));
  }

  private ShadowStep wrap(LiveCluster live, Counterfactual current, Counterfactual.Step step) {
    return new ShadowStep(variant, current, step, Counterfactual.activeJobs(live.state()));
  }

  boolean isOf(ShadowStep step) {
    return simulated != null && step.isOf(simulated);
  }

  /** The distributions of unknown runtimes, learned once a day because that costs the history. */
  private RuntimeModel model(LiveCluster live) {
    RuntimeModel model = runtimes;
    if (model == null || live.state().now() - runtimesAt >= MODEL_SECONDS) {
      model = live.runtimes().get();
      runtimes = model;
      runtimesAt = live.state().now();
    }
    return model;
  }
}
