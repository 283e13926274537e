package io.gnomon.events.job;

import io.gnomon.events.EventType;
import org.jspecify.annotations.Nullable;

/**
 * A running job gave its processors back and keeps what it has done.
 *
 * @param job the scheduler's id of the job
 * @param at when it was suspended
 * @param reason in the scheduler's words, or null
 */
public record JobSuspended(String job, long at, @Nullable String reason) implements JobEvent {
  @Override
  public EventType type() {
    return EventType.JOB_SUSPENDED;
  }
}
