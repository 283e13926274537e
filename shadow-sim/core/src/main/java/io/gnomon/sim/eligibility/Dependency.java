package io.gnomon.sim.eligibility;

import java.util.List;

/**
 * One term of a job's dependencies. Several jobs are the tasks of one array.
 *
 * @param jobs numbers of the other jobs; empty for a singleton
 * @param delaySeconds time after the start of the other jobs, 0 or more; only for {@link
 *     DependencyKind#START}
 */
public record Dependency(DependencyKind kind, List<Integer> jobs, int delaySeconds) {
  /** Checks the values. */
  public Dependency {
    jobs = List.copyOf(jobs);
    if (delaySeconds < 0 || (delaySeconds > 0 && kind != DependencyKind.START)) {
      throw new IllegalArgumentException(
          "a dependency "
              + kind
              + " has a delay of "
              + delaySeconds
              + " s; allowed is 0 or more,"
              + " and a delay only after starts");
    }
    if (jobs.isEmpty() != (kind == DependencyKind.SINGLETON)) {
      throw new IllegalArgumentException(
          "a dependency "
              + kind
              + " is on "
              + jobs.size()
              + " jobs; allowed are jobs for all"
              + " kinds but singleton, which has none");
    }
  }

  /** A dependency on one job without a delay. */
  public static Dependency on(DependencyKind kind, int job) {
    return new Dependency(kind, List.of(job), 0);
  }
}
