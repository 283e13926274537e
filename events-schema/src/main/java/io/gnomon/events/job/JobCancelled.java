package io.gnomon.events.job;

import io.gnomon.events.EventType;

/**
 * A job was removed before it ended by itself, in any state.
 *
 * @param job the scheduler's id of the job
 * @param at when it was removed
 */
public record JobCancelled(String job, long at) implements JobEvent {
  @Override
  public EventType type() {
    return EventType.JOB_CANCELLED;
  }
}
