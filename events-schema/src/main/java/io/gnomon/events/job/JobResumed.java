package io.gnomon.events.job;

import io.gnomon.events.EventType;
import org.jspecify.annotations.Nullable;

/**
 * A suspended job was resumed.
 *
 * @param job the scheduler's id of the job
 * @param at when it was resumed
 * @param reason the reason as the scheduler states it, or null
 */
public record JobResumed(String job, long at, @Nullable String reason) implements JobEvent {
  @Override
  public EventType type() {
    return EventType.JOB_RESUMED;
  }
}
