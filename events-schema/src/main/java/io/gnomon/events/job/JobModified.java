package io.gnomon.events.job;

import io.gnomon.events.EventType;
import org.jspecify.annotations.Nullable;

/**
 * The request of a job changed. Absent fields are unchanged.
 *
 * @param job the scheduler's id of the job
 * @param at when it changed
 * @param processors the new width in processors, or {@link #NONE}
 * @param estimateSeconds the new requested time, or {@link #NONE}
 * @param priority the new priority, or {@link #NONE}
 * @param queue the new queue, or null
 * @param held true to hold the job, false to release it, null if unchanged
 */
public record JobModified(
    String job,
    long at,
    int processors,
    int estimateSeconds,
    int priority,
    @Nullable String queue,
    @Nullable Boolean held)
    implements JobEvent {
  @Override
  public EventType type() {
    return EventType.JOB_MODIFIED;
  }
}
