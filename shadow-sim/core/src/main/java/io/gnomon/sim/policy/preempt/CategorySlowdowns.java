package io.gnomon.sim.policy.preempt;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.workload.CategoryScheme;

/**
 * The mean bounded slowdown of completed jobs by category of runtime and width. It limits the
 * preemption of running jobs (Kettimuthu et al. 2005, section 4.5).
 */
final class CategorySlowdowns {
  private static final CategoryScheme SCHEME = CategoryScheme.SIXTEEN;
  private static final double BOUND_SECONDS = 10;

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

  /** Records a completed job that is about to leave. */
  void completed(ClusterState state, int slot) {
    int runtime = state.ranSeconds(slot);
    int wait = state.now() - state.submitTime(slot) - runtime;
    int category = SCHEME.category(runtime, state.width(slot));
    sums[category] += 1 + wait / Math.max(BOUND_SECONDS, runtime);
    jobs[category]++;
  }

  /** The mean of the job's category by its estimate; infinite before any job has completed. */
  double meanOf(ClusterState state, int slot) {
    int category = SCHEME.category(state.estimate(slot), state.width(slot));
    return jobs[category] == 0 ? Double.POSITIVE_INFINITY : sums[category] / jobs[category];
  }

  Snapshot snapshot() {
    return new Snapshot().put("jobs", jobs.clone()).put("slowdownSums", sums.clone());
  }

  static CategorySlowdowns restored(Snapshot snapshot) {
    return new CategorySlowdowns(
        snapshot.getDoubles("slowdownSums", SCHEME.size()).clone(),
        snapshot.getInts("jobs", SCHEME.size()).clone());
  }
}
