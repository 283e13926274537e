package io.gnomon.events.job;

import io.gnomon.events.EventType;

/**
 * A job was given its processors.
 *
 * @param job the scheduler's id of the job
 * @param at when it started
 * @param processors what it holds, or {@link #NONE} for the width it asked for
 * @param limitSeconds after how long it is ended, where not its estimate, or {@link #NONE}
 * @param partition which queue partition of the configuration runs it, from 0, or {@link #NONE}
 */
public record JobStarted(String job, long at, int processors, int limitSeconds, int partition)
    implements JobEvent {
  @Override
  public EventType type() {
    return EventType.JOB_STARTED;
  }

  /** A start with the requested width and time. */
  public JobStarted(String job, long at) {
    this(job, at, NONE, NONE, NONE);
  }
}
