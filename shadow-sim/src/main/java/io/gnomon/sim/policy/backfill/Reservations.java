package io.gnomon.sim.policy.backfill;

import java.util.Arrays;

/** What is reserved for each waiting job, by slot: a start, processors and seconds. */
final class Reservations {
  /** In place of a start: nothing is reserved. */
  static final int NONE = -1;

  private int[] starts = filled(new int[16], 0);
  private int[] processors = new int[16];
  private int[] seconds = new int[16];
  private int[] prospects = new int[16];

  Reservations copy() {
    Reservations copy = new Reservations();
    copy.starts = starts.clone();
    copy.processors = processors.clone();
    copy.seconds = seconds.clone();
    copy.prospects = prospects.clone();
    return copy;
  }

  void clear() {
    Arrays.fill(starts, NONE);
  }

  void set(int slot, int start, int onProcessors, int expectedSeconds) {
    if (slot >= starts.length) {
      int from = starts.length;
      int length = Math.max(slot + 1, 2 * from);
      starts = filled(Arrays.copyOf(starts, length), from);
      processors = Arrays.copyOf(processors, length);
      seconds = Arrays.copyOf(seconds, length);
      prospects = Arrays.copyOf(prospects, length);
    }
    starts[slot] = start;
    processors[slot] = onProcessors;
    seconds[slot] = expectedSeconds;
    prospects[slot] = Prospects.NONE;
  }

  void forget(int slot) {
    if (slot < starts.length) {
      starts[slot] = NONE;
    }
  }

  int start(int slot) {
    return slot < starts.length ? starts[slot] : NONE;
  }

  int processors(int slot) {
    return processors[slot];
  }

  int seconds(int slot) {
    return seconds[slot];
  }

  /** What may let the job start earlier, see {@link Prospects}; forgets it. */
  int takeProspect(int slot) {
    int prospect = prospects[slot];
    prospects[slot] = Prospects.NONE;
    return prospect;
  }

  void setProspect(int slot, int prospect) {
    if (slot < prospects.length) { // else nothing is reserved for it
      prospects[slot] = prospect;
    }
  }

  private static int[] filled(int[] column, int from) {
    Arrays.fill(column, from, column.length, NONE);
    return column;
  }
}
