package io.gnomon.sim.policy.multiqueue;

import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.Arrays;

/**
 * Why a job cannot start earlier: the times until which it lacks processors, and how many at least,
 * counted over all partitions. If there are more than {@value #PARTS} reasons, the last ones are
 * combined: any release counts against the smallest of their shortfalls.
 */
final class ShortageTimes {
  /** Number of separate reasons. */
  static final int PARTS = 4;

  /** Placeholder for a time: every release counts and nothing taken does. */
  static final int ALWAYS = 0;

  private final int[] until = new int[PARTS];
  private final int[] lacking = new int[PARTS];
  private int count;
  private boolean several; // the last reason combines several

  void clear() {
    Arrays.fill(until, SchedulingPolicy.NEVER);
    Arrays.fill(lacking, 1);
    count = 0;
  }

  /**
   * Adds a reason: processors are missing until {@code time}, unless a job releases some that late.
   */
  void add(int time, int processors) {
    several = count == PARTS || (count > 0 && until[count - 1] == time);
    if (!several) {
      until[count] = time;
      lacking[count++] = processors;
    } else {
      extend(time, processors);
    }
  }

  /** Extends the last reason to {@code time}, at which as many processors or fewer are missing. */
  void extend(int time, int processors) {
    int last = count - 1;
    until[last] = several && until[last] != time ? ALWAYS : time;
    lacking[last] = Math.min(lacking[last], processors);
  }

  /** Copies times and processors into columns, from {@code at}. */
  void copy(int[] times, int[] processors, int at) {
    System.arraycopy(until, 0, times, at, PARTS);
    System.arraycopy(lacking, 0, processors, at, PARTS);
  }
}
