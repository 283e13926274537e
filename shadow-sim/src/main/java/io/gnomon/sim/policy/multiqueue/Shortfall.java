package io.gnomon.sim.policy.multiqueue;

import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.Arrays;

/**
 * Why a job cannot start earlier than it does: until some times it lacks processors, at least so
 * many, counted over all partitions. Of more than {@value #PARTS} reasons the last stand for
 * several: until the first of their times what the least of them lacks.
 */
final class Shortfall {
  /** How many reasons are told apart. */
  static final int PARTS = 4;

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
    int last = count - 1;
    several = count == PARTS || (count > 0 && until[last] == time);
    if (!several) {
      until[count] = time;
      lacking[count++] = processors;
    } else {
      until[last] = Math.min(until[last], time);
      lacking[last] = Math.min(lacking[last], processors);
    }
  }

  /** What was said last holds until {@code time}, where as many processors or fewer are lacking. */
  void extend(int time, int processors) {
    until[count - 1] = several ? until[count - 1] : time;
    lacking[count - 1] = Math.min(lacking[count - 1], processors);
  }

  /** Writes both into columns, from {@code at}. */
  void copy(int[] times, int[] processors, int at) {
    System.arraycopy(until, 0, times, at, PARTS);
    System.arraycopy(lacking, 0, processors, at, PARTS);
  }
}
