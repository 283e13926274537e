package io.gnomon.controller.mirror;

import io.gnomon.events.InvalidJob;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Active jobs of the scheduler that the mirror does not hold, because what was reported of them is
 * not valid or not possible. Their events change nothing and show no divergence. The ids of the
 * latest {@value #CAPACITY} are kept.
 */
public final class SetAsideJobs {
  private static final int CAPACITY = 4096;
  private static final int MOST_PROBLEMS = 3;
  private static final int LONGEST_PROBLEM = 250;

  private final Set<String> ids = new LinkedHashSet<>();
  private final List<String> problems = new ArrayList<>();
  private int count;

  SetAsideJobs() {}

  /** Sets the invalid jobs of a snapshot aside. */
  SetAsideJobs(List<InvalidJob> invalid) {
    invalid.forEach(job -> add(job.job(), job.problem()));
  }

  void add(@Nullable String job, String problem) {
    if (job != null && !ids.add(job)) {
      return;
    }
    count++;
    if (ids.size() > CAPACITY) {
      Iterator<String> eldest = ids.iterator();
      eldest.next();
      eldest.remove();
    }
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(
          problem.length() <= LONGEST_PROBLEM
              ? problem
              : problem.substring(0, LONGEST_PROBLEM) + "…");
    }
  }

  /** Forgets a job that has ended, or whose report is valid now. */
  void remove(String job) {
    if (ids.remove(job)) {
      count--;
    }
  }

  boolean contains(String job) {
    return ids.contains(job);
  }

  /** The number of jobs that are set aside. */
  public int count() {
    return count;
  }

  /** The ids of the jobs, as far as they are kept, for checkpoints. */
  public List<String> ids() {
    return List.copyOf(ids);
  }

  /** Restores the state of a new instance from a checkpoint. */
  public void restore(int total, List<String> kept) {
    ids.addAll(kept);
    count = total;
  }

  /** How many jobs are set aside, and why the first ones are. */
  public String describe() {
    return count
        + (count == 1 ? " job of the snapshot is" : " jobs of the snapshot are")
        + " set aside: "
        + String.join("; ", problems)
        + (count > problems.size() ? "; …" : "");
  }
}
