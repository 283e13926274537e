package io.gnomon.bridge.slurm.client;

import java.util.List;
import java.util.Set;

/** Records of jobs as squeue prints them. */
public final class SampleJobs {
  private SampleJobs() {}

  /** A job that waits in the partition batch. */
  public static JobRecord waiting(long id, long minutes, long processors, long nodes) {
    return of(id, "PENDING", minutes, processors, nodes, 0, 5, 0);
  }

  /** A job of the partition batch. */
  public static JobRecord of(
      long id,
      String state,
      long minutes,
      long processors,
      long nodes,
      long submit,
      long priority,
      long nice) {
    return new JobRecord(
        id,
        0,
        JobRecord.NONE,
        "",
        0,
        0,
        Set.of(state),
        "Resources",
        processors,
        nodes,
        "",
        minutes,
        submit,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        priority,
        "batch",
        "",
        false,
        "ada",
        "",
        "",
        JobRecord.NONE,
        JobRecord.NONE,
        "",
        nice,
        0,
        "",
        JobDemand.UNKNOWN,
        "",
        List.of(),
        List.of());
  }
}
