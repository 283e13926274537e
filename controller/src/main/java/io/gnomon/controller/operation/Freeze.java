package io.gnomon.controller.operation;

import io.gnomon.events.EventData;

/**
 * A time in which nothing is changed, by a person's wish.
 *
 * @param id its name
 * @param from its first second since the epoch, on the scheduler's clock
 * @param until the first second after it, or {@link EventData#NONE} for no end
 */
public record Freeze(String id, long from, long until) {
  /** Whether it holds at {@code now}, in epoch seconds. */
  public boolean holds(long now) {
    return from <= now && !over(now);
  }

  boolean over(long now) {
    return until != EventData.NONE && until <= now;
  }
}
