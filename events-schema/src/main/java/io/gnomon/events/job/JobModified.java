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
  /** Creates the event for a change of something else than the request of the machine. */
  public JobModified(
      String job,
      long at,
      int processors,
      int estimateSeconds,
      int priority,
      @Nullable String queue,
      @Nullable Boolean held) {
    this(job, at, processors, estimateSeconds, priority, queue, held, null);
  }

  /** A copy with another request. */
  public JobModified withRequest(@Nullable ResourceRequest other) {
    return new JobModified(job, at, processors, estimateSeconds, priority, queue, held, other);
  }

  @Override
  public EventType type() {
    return EventType.JOB_MODIFIED;
  }
}
