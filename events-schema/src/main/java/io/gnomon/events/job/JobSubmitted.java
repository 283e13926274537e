package io.gnomon.events.job;

import io.gnomon.events.EventType;

/**
 * A job was submitted.
 *
 * @param job the scheduler's id of the job
 * @param at when it was submitted
 * @param description what was submitted
 * @param held whether it cannot start until a {@code job.modified} releases it
 */
public record JobSubmitted(String job, long at, JobDescription description, boolean held)
    implements JobEvent, DescribedJob {
  /** Creates the event for a job that is not held. */
  public JobSubmitted(String job, long at, JobDescription description) {
    this(job, at, description, false);
  }

  /** Creates the event for a rigid job, with the required fields only. */
  public JobSubmitted(String job, long at, int processors, int estimateSeconds) {
    this(job, at, new JobDescription(processors, estimateSeconds));
  }

  @Override
  public EventType type() {
    return EventType.JOB_SUBMITTED;
  }
}
