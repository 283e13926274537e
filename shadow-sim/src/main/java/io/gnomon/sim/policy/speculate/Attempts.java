package io.gnomon.sim.policy.speculate;

import io.gnomon.sim.cluster.ClusterState;
import java.util.Arrays;

/**
 * The attempts that are under way, and what earlier attempts have told of the jobs that wait, by
 * slot.
 */
public final class Attempts {
  private static final int NEVER = Integer.MAX_VALUE;

  /** How many numbers {@link #memory} has of one job. */
  public static final int FIELDS = 4;

  private int[] deadlines = new int[16];
  private int[] nextSeconds = new int[16];
  private boolean[] tested = new boolean[16];
  private int[] active = new int[8];
  private int activeCount;

  /** An independent copy. */
  public Attempts copy() {
    Attempts copy = new Attempts();
    copy.deadlines = deadlines.clone();
    copy.nextSeconds = nextSeconds.clone();
    copy.tested = tested.clone();
    copy.active = active.clone();
    copy.activeCount = activeCount;
    return copy;
  }

  /** Forgets everything. */
  public void clear() {
    Arrays.fill(deadlines, 0);
    Arrays.fill(nextSeconds, 0);
    Arrays.fill(tested, false);
    activeCount = 0;
  }

  /** Forgets the job that had {@code slot}. */
  public void forget(int slot) {
    if (slot < deadlines.length) {
      end(slot);
      nextSeconds[slot] = 0;
      tested[slot] = false;
    }
  }

  /** How many attempts are under way. */
  public int count() {
    return activeCount;
  }

  /** The slot of the {@code i}-th attempt under way, in the order in which they began. */
  public int slot(int i) {
    return active[i];
  }

  /** When the attempt in {@code slot} is given up. */
  public int deadline(int slot) {
    return deadlines[slot];
  }

  /** Whether the job in {@code slot} runs on trial. */
  public boolean isUnderWay(int slot) {
    return slot < deadlines.length && deadlines[slot] > 0;
  }

  /** The first deadline, or {@link Integer#MAX_VALUE}. */
  public int nextDeadline() {
    int next = NEVER;
    for (int i = 0; i < activeCount; i++) {
      next = Math.min(next, deadlines[active[i]]);
    }
    return next;
  }

  /** The seconds that the job's next attempt needs at least; 0 where it has had none. */
  int nextSeconds(int slot) {
    return slot < nextSeconds.length ? nextSeconds[slot] : 0;
  }

  boolean isTested(int slot) {
    return slot < tested.length && tested[slot];
  }

  void begin(int slot, int deadline) {
    grow(slot);
    deadlines[slot] = deadline;
    if (activeCount == active.length) {
      active = Arrays.copyOf(active, 2 * activeCount);
    }
    active[activeCount++] = slot;
  }

  void test(int slot) {
    grow(slot);
    tested[slot] = true;
  }

  void fail(int slot, int next) {
    end(slot);
    nextSeconds[slot] = next;
  }

  /** The attempt is over; what was learnt of the job stays. */
  void end(int slot) {
    if (!isUnderWay(slot)) {
      return;
    }
    deadlines[slot] = 0;
    int at = 0;
    while (active[at] != slot) {
      at++;
    }
    System.arraycopy(active, at + 1, active, at, --activeCount - at);
  }

  /** Job, deadline, next seconds and whether tested, for each job of which something is known. */
  public int[] memory(ClusterState state) {
    int[] memory = new int[FIELDS * state.activeCount()];
    int[] length = new int[1];
    for (int i = 0; i < activeCount; i++) { // in the order in which they began
      length[0] = write(memory, length[0], state, active[i]);
    }
    state.forEachActive(
        slot -> {
          if (!isUnderWay(slot) && (nextSeconds(slot) > 0 || isTested(slot))) {
            length[0] = write(memory, length[0], state, slot);
          }
        });
    return Arrays.copyOf(memory, length[0]);
  }

  private int write(int[] memory, int at, ClusterState state, int slot) {
    memory[at] = state.job(slot);
    memory[at + 1] = deadlines[slot];
    memory[at + 2] = nextSeconds[slot];
    memory[at + 3] = tested[slot] ? 1 : 0;
    return at + FIELDS;
  }

  /** Knows again of the job in {@code slot} what {@link #memory} held from {@code at} on. */
  public void recall(int[] memory, int at, int slot) {
    grow(slot);
    nextSeconds[slot] = memory[at + 2];
    tested[slot] = memory[at + 3] == 1;
    if (memory[at + 1] > 0) {
      begin(slot, memory[at + 1]);
    }
  }

  private void grow(int slot) {
    if (slot >= deadlines.length) {
      int length = Math.max(slot + 1, 2 * deadlines.length);
      deadlines = Arrays.copyOf(deadlines, length);
      nextSeconds = Arrays.copyOf(nextSeconds, length);
      tested = Arrays.copyOf(tested, length);
    }
  }
}
