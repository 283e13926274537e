package io.gnomon.sim.tune;

import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Saved;
import java.util.Arrays;

/** When changes were attempted and made; keeps the last {@value #KEPT}. Not thread-safe. */
public final class ChangeTimes implements Saved {
  private static final int KEPT = 256;

  private int[] changes = new int[0];
  private int lastAttempt = -1;

  /** Records that a change was attempted. */
  public void attempted(int now) {
    lastAttempt = now;
  }

  /** Records that a change was made. */
  public void changed(int now) {
    int from = Math.max(0, changes.length + 1 - KEPT);
    changes = Arrays.copyOfRange(changes, from, changes.length + 1);
    changes[changes.length - 1] = now;
  }

  /** Seconds since the last attempt; {@link Integer#MAX_VALUE} if there was none. */
  public int secondsSinceAttempt(int now) {
    return lastAttempt < 0 ? Integer.MAX_VALUE : now - lastAttempt;
  }

  /** Seconds since the last change; {@link Integer#MAX_VALUE} if there was none. */
  public int secondsSinceChange(int now) {
    return changes.length == 0 ? Integer.MAX_VALUE : now - changes[changes.length - 1];
  }

  /** How many of the last 256 changes were made after {@code time}. */
  public int changesSince(int time) {
    return (int) Arrays.stream(changes).filter(change -> change > time).count();
  }

  /** Lists the last attempt and the changes. */
  @Override
  public void fields(Fields fields) {
    lastAttempt = fields.number("lastAttempt", lastAttempt);
    changes = fields.numbers("changes", changes);
  }
}
