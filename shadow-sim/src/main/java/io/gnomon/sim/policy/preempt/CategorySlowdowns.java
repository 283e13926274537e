package io.gnomon.sim.policy.preempt;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.metric.CategoryScheme;

/**
 * The mean bounded slowdown of the jobs that have completed so far, by category of runtime and
 * width; it limits the preemption of running jobs (Kettimuthu et al. 2005, section 4.5).
 */
final class CategorySlowdowns {
  private static final CategoryScheme SCHEME = CategoryScheme.SIXTEEN;
  private static final double BOUND_SECONDS = 10;

  /** How many numbers {@link #memory()} has. */
  static final int MEMORY = 3 * SCHEME.size();

  private final double[] sums;
  private final int[] jobs;

  CategorySlowdowns() {
    this(new double[SCHEME.size()], new int[SCHEME.size()]);
  }

  private CategorySlowdowns(double[] sums, int[] jobs) {
    this.sums = sums;
    this.jobs = jobs;
  }

  CategorySlowdowns copy() {
    return new CategorySlowdowns(sums.clone(), jobs.clone());
  }

  /** A job is about to leave, completed. */
  void completed(ClusterState state, int slot) {
    int runtime = state.ranSeconds(slot);
    int wait = state.now() - state.submitTime(slot) - runtime;
    int category = SCHEME.category(runtime, state.width(slot));
    sums[category] += 1 + wait / Math.max(BOUND_SECONDS, runtime);
    jobs[category]++;
  }

  /** The mean of the category that a job belongs to by its estimate; infinite before any ended. */
  double meanOf(ClusterState state, int slot) {
    int category = SCHEME.category(state.estimate(slot), state.width(slot));
    return jobs[category] == 0 ? Double.POSITIVE_INFINITY : sums[category] / jobs[category];
  }

  int[] memory() {
    int[] memory = new int[MEMORY];
    for (int i = 0; i < sums.length; i++) {
      long bits = Double.doubleToLongBits(sums[i]);
      memory[3 * i] = jobs[i];
      memory[3 * i + 1] = (int) (bits >>> 32);
      memory[3 * i + 2] = (int) bits;
    }
    return memory;
  }

  void recall(int[] memory) {
    for (int i = 0; i < sums.length; i++) {
      jobs[i] = memory[3 * i];
      sums[i] =
          Double.longBitsToDouble(
              (long) memory[3 * i + 1] << 32 | (memory[3 * i + 2] & 0xffff_ffffL));
    }
  }
}
