package io.gnomon.sim.policy.multiqueue;

import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.Arrays;

/**
 * Why a job cannot start earlier than it does: until some times it lacks processors, at least so
 * many, counted over all partitions. Of more than {@value #PARTS} reasons the last stand for
 * several: what is given back at whatever time counts against the least that is lacking.
 */
final class Shortfall {
  /** How many reasons are told apart. */
  static final int PARTS = 4;

  /** In place of a time: whatever is given back counts, and nothing that is taken. */
  static final int ALWAYS = 0;

  private final int[] until = new int[PARTS];
  private final int[] lacking = new int[PARTS];
  private int count;
  private boolean several; // is what the last stands for

  void clear() {
    Arrays.fill(until, SchedulingPolicy.NEVER);
    Arrays.fill(lacking, 1);
    count = 0;
  }

  /** It lacks processors until {@code time}, as long as no job gives some back that late. */
  void add(int time, int processors) {
    several = count == PARTS || (count > 0 && until[count - 1] == time);
    if (!several) {
      until[count] = time;
      lacking[count++] = processors;
    } else {
      extend(time, processors);
    }
  }

  /** What was said last holds until {@code time}, where as many processors or fewer are lacking. */
  void extend(int time, int processors) {
    int last = count - 1;
    until[last] = several && until[last] != time ? ALWAYS : time;
    lacking[last] = Math.min(lacking[last], processors);
  }

  /** Writes both into columns, from {@code at}. */
  void copy(int[] times, int[] processors, int at) {
    System.arraycopy(until, 0, times, at, PARTS);
    System.arraycopy(lacking, 0, processors, at, PARTS);
  }
}
