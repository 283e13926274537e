package io.gnomon.events.job;

import io.gnomon.events.EventType;
import org.jspecify.annotations.Nullable;

/**
 * A suspended job runs again.
 *
 * @param job the scheduler's id of the job
 * @param at when it was resumed
 * @param reason in the scheduler's words, or null
 */
public record JobResumed(String job, long at, @Nullable String reason) implements JobEvent {
  @Override
  public EventType type() {
    return EventType.JOB_RESUMED;
  }
}
