package io.gnomon.events.job;

import io.gnomon.events.EventType;
import org.jspecify.annotations.Nullable;

/**
 * A running job was suspended. It released its processors and keeps its progress.
 *
 * @param job the scheduler's id of the job
 * @param at when it was suspended
 * @param reason the reason as the scheduler states it, or null
 */
public record JobSuspended(String job, long at, @Nullable String reason) implements JobEvent {
  @Override
  public EventType type() {
    return EventType.JOB_SUSPENDED;
  }
}
