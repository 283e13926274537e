package io.gnomon.events.job;

import io.gnomon.events.EventData;

/** An event about one job. */
public sealed interface JobEvent extends EventData
    permits JobSubmitted,
        JobModified,
        JobStarted,
        JobSuspended,
        JobResumed,
        JobRequeued,
        JobFinished,
        JobCancelled {
  /** The scheduler's id of the job, unique among the cluster's active jobs. */
  String job();
}
