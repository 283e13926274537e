package io.gnomon.events.job;

import io.gnomon.events.EventType;

/**
 * A running job ended.
 *
 * @param job the scheduler's id of the job
 * @param at when it ended
 * @param outcome how it ended
 */
public record JobFinished(String job, long at, JobOutcome outcome) implements JobEvent {
  @Override
  public EventType type() {
    return EventType.JOB_FINISHED;
  }
}
