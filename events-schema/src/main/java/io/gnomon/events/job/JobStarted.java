package io.gnomon.events.job;

import io.gnomon.events.EventType;

/**
 * A job started.
 *
 * @param job the scheduler's id of the job
 * @param at when it started
 * @param processors the processors it holds, or {@link #NONE} for the requested width
 * @param limitSeconds the time limit of this start, or {@link #NONE} for the requested time
 * @param partition the queue partition of the configuration that runs it, from 0, or {@link #NONE}
 */
public record JobStarted(String job, long at, int processors, int limitSeconds, int partition)
    implements JobEvent {
  @Override
  public EventType type() {
    return EventType.JOB_STARTED;
  }

  /** Creates the event for a start with the requested width and time. */
  public JobStarted(String job, long at) {
    this(job, at, NONE, NONE, NONE);
  }
}
