package io.gnomon.sim.policy.multiqueue;

import java.util.Arrays;

/**
 * Criteria that follow the workload: at the first event of a new week they become the quantiles of
 * the estimates of the jobs that completed in the week before (lawson2005, Figure 3). A week
 * without completions changes nothing.
 *
 * <p>Weeks count from second 0 of the state. Memory: one int per job completed in this week.
 */
final class WeeklyCriteria {
  static final int WEEK = 7 * 24 * 3600;

  private final boolean fixed;
  private Criteria criteria;
  private int week = -1;
  private int[] estimates = new int[16];
  private int count;

  WeeklyCriteria(Criteria first, boolean fixed) {
    this.criteria = first;
    this.fixed = fixed;
  }

  WeeklyCriteria(Criteria first, boolean fixed, WeeklyCriteria collected) {
    this(first, fixed);
    week = collected.week;
    estimates = Arrays.copyOf(collected.estimates, Math.max(16, collected.count));
    count = collected.count;
  }

  WeeklyCriteria copy() {
    return new WeeklyCriteria(criteria, fixed, this);
  }

  Criteria criteria() {
    return criteria;
  }

  /** Moves on to {@code now}; returns whether the criteria have changed. */
  boolean advanceTo(int now) {
    int current = now / WEEK;
    if (current == week) {
      return false;
    }
    Criteria before = criteria;
    if (count > 0 && !fixed) {
      int[] sorted = Arrays.copyOf(estimates, count);
      Arrays.sort(sorted);
      criteria = Criteria.quantiles(criteria.partitions(), sorted);
    }
    week = current;
    count = 0;
    return !criteria.equals(before);
  }

  /** A job has completed, after {@link #advanceTo} its instant. */
  void completed(int estimate) {
    if (count == estimates.length) {
      estimates = Arrays.copyOf(estimates, 2 * count);
    }
    estimates[count++] = estimate;
  }

  int week() {
    return week;
  }

  int[] collected() {
    return Arrays.copyOf(estimates, count);
  }

  void recall(Criteria remembered, int rememberedWeek, int[] collected) {
    criteria = remembered;
    week = rememberedWeek;
    estimates = Arrays.copyOf(collected, Math.max(16, collected.length));
    count = collected.length;
  }
}
