package io.gnomon.controller.operation;

import io.gnomon.events.EventData;

/**
 * A period without changes, set by an operator.
 *
 * @param id the id of the freeze
 * @param from the first epoch second of the freeze, on the scheduler's clock
 * @param until the first epoch second after the freeze, or {@link EventData#NONE} for no end
 */
public record Freeze(String id, long from, long until) {
  /** Whether the freeze is in effect at the epoch second {@code now}. */
  public boolean holds(long now) {
    return from <= now && !over(now);
  }

  boolean over(long now) {
    return until != EventData.NONE && until <= now;
  }
}
