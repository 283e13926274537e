package io.gnomon.sim.policy.slack;

import java.util.Arrays;

/**
 * The promises made to waiting jobs, by slot: scheduled start, latest start allowed by the slack,
 * initial slack and priority.
 */
final class PromisedStarts {
  static final int NONE = -1;

  private int[] starts = unset(new int[16], 0);
  private int[] latest = new int[16];
  private int[] firstSlacks = new int[16];
  private float[] priorities = new float[16];

  PromisedStarts copy() {
    PromisedStarts copy = new PromisedStarts();
    copy.starts = starts.clone();
    copy.latest = latest.clone();
    copy.firstSlacks = firstSlacks.clone();
    copy.priorities = priorities.clone();
    return copy;
  }

  void clear() {
    Arrays.fill(starts, NONE);
  }

  /** Schedules a job for the first time. */
  void promise(int slot, int start, int latestStart, int slack, double priority) {
    if (slot >= starts.length) {
      int from = starts.length;
      int length = Math.max(slot + 1, 2 * from);
      starts = unset(Arrays.copyOf(starts, length), from);
      latest = Arrays.copyOf(latest, length);
      firstSlacks = Arrays.copyOf(firstSlacks, length);
      priorities = Arrays.copyOf(priorities, length);
    }
    starts[slot] = start;
    latest[slot] = latestStart;
    firstSlacks[slot] = slack;
    priorities[slot] = (float) priority;
  }

  void remove(int slot) {
    if (slot < starts.length) {
      starts[slot] = NONE;
    }
  }

  int start(int slot) {
    return slot < starts.length ? starts[slot] : NONE;
  }

  void move(int slot, int start) {
    starts[slot] = start;
  }

  /** Moves the latest start to the scheduled one after a promise could not be kept. */
  void moveBeyond(int slot, int start) {
    starts[slot] = start;
    latest[slot] = Math.max(latest[slot], start);
  }

  int latest(int slot) {
    return latest[slot];
  }

  int firstSlack(int slot) {
    return firstSlacks[slot];
  }

  double priority(int slot) {
    return priorities[slot];
  }

  /** Initial slack divided by remaining slack; 1 for infinite slack. */
  double used(int slot) {
    if (latest[slot] == SlackTerms.INFINITE) {
      return 1;
    }
    return Math.max(1, firstSlacks[slot]) / (double) Math.max(1, latest[slot] - starts[slot]);
  }

  private static int[] unset(int[] column, int from) {
    Arrays.fill(column, from, column.length, NONE);
    return column;
  }
}
