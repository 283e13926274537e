package io.gnomon.sim.tune;

import java.util.Arrays;

/** When changes were attempted and made, as far back as guard rails look. Not thread-safe. */
public final class ChangeTimes {
  private static final int KEPT = 256;

  private int[] changes = new int[0];
  private int lastAttempt = -1;

  /** A change was asked for. */
  public void attempted(int now) {
    lastAttempt = now;
  }

  /** A change was made. */
  public void changed(int now) {
    int from = Math.max(0, changes.length + 1 - KEPT);
    changes = Arrays.copyOfRange(changes, from, changes.length + 1);
    changes[changes.length - 1] = now;
  }

  /** Seconds since the last attempt; very many if there was none. */
  public int secondsSinceAttempt(int now) {
    return lastAttempt < 0 ? Integer.MAX_VALUE : now - lastAttempt;
  }

  /** Seconds since the last change; very many if there was none. */
  public int secondsSinceChange(int now) {
    return changes.length == 0 ? Integer.MAX_VALUE : now - changes[changes.length - 1];
  }

  /** When the last change was made, -1 if there was none. */
  int last() {
    return changes.length == 0 ? -1 : changes[changes.length - 1];
  }

  /** How many of the last 256 changes were made after {@code time}. */
  public int changesSince(int time) {
    return (int) Arrays.stream(changes).filter(change -> change > time).count();
  }

  /** What it holds, for a checkpoint: the last attempt, then the changes. */
  public int[] memory() {
    int[] memory = new int[1 + changes.length];
    memory[0] = lastAttempt;
    System.arraycopy(changes, 0, memory, 1, changes.length);
    return memory;
  }

  /** Holds what {@link #memory()} gave. */
  public void recall(int[] memory) {
    lastAttempt = memory[0];
    changes = Arrays.copyOfRange(memory, 1, memory.length);
  }
}
