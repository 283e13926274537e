package io.gnomon.events.job;

import io.gnomon.events.EventType;
import io.gnomon.events.machine.ResourceRequest;
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
 * @param request the whole new request, or null if unchanged
 */
public record JobModified(
    String job,
    long at,
    int processors,
    int estimateSeconds,
    int priority,
    @Nullable String queue,
    @Nullable Boolean held,
    @Nullable ResourceRequest request)
    implements JobEvent {
  /** Creates the event for a change of the whole request. */
  public static JobModified request(String job, long at, ResourceRequest request) {
    return new JobModified(job, at, NONE, NONE, NONE, null, null, request);
  }

  /** Creates the event for a job that is held or released. */
  public static JobModified held(String job, long at, boolean held) {
    return new JobModified(job, at, NONE, NONE, NONE, null, held, null);
  }

  @Override
  public EventType type() {
    return EventType.JOB_MODIFIED;
  }
}
