package io.gnomon.events.job;

import io.gnomon.events.EventData;

/** An event about one job. */
public interface JobEvent extends EventData {
  /** The scheduler's id of the job, unique among the cluster's active jobs. */
  String job();
}
