package io.gnomon.events.job;

import io.gnomon.events.EventType;

/**
 * A job left before it ended by itself, in whatever state it was.
 *
 * @param job the scheduler's id of the job
 * @param at when it left
 */
public record JobCancelled(String job, long at) implements JobEvent {
  @Override
  public EventType type() {
    return EventType.JOB_CANCELLED;
  }
}
