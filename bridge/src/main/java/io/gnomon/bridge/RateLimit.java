package io.gnomon.bridge;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Permits a number of actions in each minute and counts the others, so that a producer of bad
 * records fills neither the log nor a topic. Not thread-safe.
 */
public final class RateLimit {
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private final int perMinute;
  private final LongSupplier nanoTime;
  private long begin;
  private int permitted;
  private long refused;

  /**
   * A limit.
   *
   * @param nanoTime a clock such as {@link System#nanoTime}
   */
  public RateLimit(int perMinute, LongSupplier nanoTime) {
    this.perMinute = perMinute;
    this.nanoTime = nanoTime;
    begin = nanoTime.getAsLong();
  }

  /** Returns whether the action may be taken. */
  public boolean permits() {
    long now = nanoTime.getAsLong();
    if (now - begin >= MINUTE) {
      begin = now;
      permitted = 0;
    }
    if (permitted < perMinute) {
      permitted++;
      return true;
    }
    refused++;
    return false;
  }

  /** Returns a remark on the actions that were refused since the last call, empty if none were. */
  public String remark() {
    String text = refused == 0 ? "" : " (" + refused + " more since the last message)";
    refused = 0;
    return text;
  }
}
