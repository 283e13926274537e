package io.gnomon.sim.policy.multiqueue;

import io.gnomon.sim.snapshot.Fields;
import java.util.Arrays;

/**
 * Partition criteria that follow the workload. At the first event of a new week the criteria become
 * the quantiles of the estimates of the jobs that completed in the previous week (Lawson and Smirni
 * 2005, Figure 3). A week without completions changes nothing.
 *
 * <p>Weeks count from second 0 of the state. Memory: one int per job completed in this week.
 */
final class WeeklyCriteria {
  static final int WEEK = 7 * 24 * 3600;

  private static final int DIGIT_BITS = 8;
  private static final int DIGITS = 1 << DIGIT_BITS;
  private static final int[] NONE = {};

  private final boolean fixed;
  private Criteria criteria;
  private int week = -1;
  private int[] estimates = new int[16];
  private int count;
  private int turned = -1;
  private int[] weekBefore = NONE;

  WeeklyCriteria(Criteria first, boolean fixed) {
    this.criteria = first;
    this.fixed = fixed;
  }

  WeeklyCriteria copy() {
    WeeklyCriteria copy = new WeeklyCriteria(criteria, fixed);
    copy.succeed(criteria, this);
    return copy;
  }

  /** Takes over the completions collected by {@code from}. */
  void succeed(Criteria now, WeeklyCriteria from) {
    restore(now, from.week, from.collected());
    turned = from.turned;
    weekBefore = from.weekBefore;
  }

  Criteria criteria() {
    return criteria;
  }

  /**
   * Advances to {@code now}.
   *
   * @return whether the criteria have changed
   */
  boolean advanceTo(int now) {
    int current = now / WEEK;
    if (current == week) {
      return false;
    }
    Criteria before = criteria;
    weekBefore = sorted();
    turned = now;
    if (weekBefore.length > 0 && !fixed) {
      criteria = Criteria.quantiles(criteria.partitions(), weekBefore);
    }
    week = current;
    count = 0;
    return !criteria.equals(before);
  }

  /** The criteria for another number of partitions. */
  Criteria criteriaFor(int partitions, int now) {
    if (fixed) {
      return criteria.redivided(partitions);
    }
    int[] turning = now / WEEK > week ? sorted() : justTurned(now);
    return turning.length > 0
        ? Criteria.quantiles(partitions, turning)
        : criteria.redivided(partitions);
  }

  /** The estimates in ascending order, by radix sort with {@value #DIGIT_BITS} bits per digit. */
  private int[] sorted() {
    int[] sorted = Arrays.copyOf(estimates, count);
    int[] from = new int[count];
    int bits = 0;
    for (int estimate : sorted) {
      bits |= estimate;
    }
    for (int shift = 0; shift < Integer.SIZE && bits >>> shift > 0; shift += DIGIT_BITS) {
      int[] other = from;
      from = sorted;
      sorted = other;
      int[] at = new int[DIGITS + 1];
      for (int estimate : from) {
        at[(estimate >> shift & DIGITS - 1) + 1]++;
      }
      for (int digit = 0; digit < DIGITS; digit++) {
        at[digit + 1] += at[digit];
      }
      for (int estimate : from) {
        sorted[at[estimate >> shift & DIGITS - 1]++] = estimate;
      }
    }
    return sorted;
  }

  /** Records a completed job, after {@link #advanceTo} its time. */
  void completed(int estimate) {
    if (count == estimates.length) {
      estimates = Arrays.copyOf(estimates, 2 * count);
    }
    estimates[count++] = estimate;
  }

  private int[] collected() {
    return Arrays.copyOf(estimates, count);
  }

  /** The sorted estimates of the week before, if a week begins at this second. */
  private int[] justTurned(int now) {
    return turned == now ? weekBefore : NONE;
  }

  /** Lists the criteria, the estimates of this week and, when it has just begun, of the last. */
  void fields(Fields fields, int now) {
    int[] bounds = criteria.bounds().clone();
    fields.fill("bounds", bounds);
    int stored = fields.number("week", week);
    int[] collected = fields.numbers("completedEstimates", collected());
    int[] before = fields.numbers("previousWeekEstimates", justTurned(now));
    if (fields.reading()) {
      restore(Criteria.of(bounds), stored, collected);
      turned = before.length > 0 ? now : -1;
      weekBefore = before;
    }
  }

  private void restore(Criteria current, int currentWeek, int[] collected) {
    criteria = current;
    week = currentWeek;
    estimates = Arrays.copyOf(collected, Math.max(16, collected.length));
    count = collected.length;
  }
}
