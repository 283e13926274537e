package io.gnomon.sim.policy.speculate;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.IntTable;
import java.util.Arrays;

/**
 * The attempts that are under way, and the results of earlier attempts of waiting jobs, by slot.
 */
public final class SpeculativeRuns {
  private static final int NEVER = Integer.MAX_VALUE;

  private int[] deadlines = new int[16];
  private int[] nextSeconds = new int[16];
  private boolean[] tested = new boolean[16];
  private int[] active = new int[8];
  private int activeCount;

  /** An independent copy. */
  public SpeculativeRuns copy() {
    SpeculativeRuns copy = new SpeculativeRuns();
    copy.deadlines = deadlines.clone();
    copy.nextSeconds = nextSeconds.clone();
    copy.tested = tested.clone();
    copy.active = active.clone();
    copy.activeCount = activeCount;
    return copy;
  }

  /** Removes everything. */
  public void clear() {
    Arrays.fill(deadlines, 0);
    Arrays.fill(nextSeconds, 0);
    Arrays.fill(tested, false);
    activeCount = 0;
  }

  /** Removes the job that had {@code slot}. */
  public void remove(int slot) {
    if (slot < deadlines.length) {
      end(slot);
      nextSeconds[slot] = 0;
      tested[slot] = false;
    }
  }

  /** Number of attempts in progress. */
  public int count() {
    return activeCount;
  }

  /** The slot of the {@code i}-th attempt in progress, in order of start. */
  public int slot(int i) {
    return active[i];
  }

  /** The time at which the attempt in {@code slot} is abandoned. */
  public int deadline(int slot) {
    return deadlines[slot];
  }

  /** Whether an attempt of the job in {@code slot} is under way. */
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

  /** The minimum seconds of the job's next attempt; 0 if it has had none. */
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

  /** Ends the attempt; its results are kept. */
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

  /**
   * Lists the jobs that have had an attempt, those with an attempt under way first, in the order in
   * which the attempts began. Jobs that are not in the state are ignored.
   */
  public void fields(Fields fields, ClusterState state) {
    fields.rowsByJob(
        state::slotsByJob,
        table -> {
          for (int i = 0; i < activeCount; i++) {
            add(table, state, active[i]);
          }
          state.forEachActive(
              slot -> {
                if (!isUnderWay(slot) && (nextSeconds(slot) > 0 || isTested(slot))) {
                  add(table, state, slot);
                }
              });
        },
        (row, slot) -> {
          grow(slot);
          nextSeconds[slot] = row[2];
          tested[slot] = row[3] == 1;
          if (row[1] > 0) {
            begin(slot, row[1]);
          }
        },
        "deadline",
        "nextSeconds",
        "tested");
  }

  private void add(IntTable table, ClusterState state, int slot) {
    table.add(state.job(slot), deadlines[slot], nextSeconds[slot], tested[slot] ? 1 : 0);
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
