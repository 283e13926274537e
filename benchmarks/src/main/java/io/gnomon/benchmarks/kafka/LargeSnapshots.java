package io.gnomon.benchmarks.kafka;

import io.gnomon.events.EventData;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobState;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The snapshots of a cluster with many waiting jobs, of 100 users. */
public final class LargeSnapshots {
  private static final int PROCESSORS = 8;
  private static final int USERS = 100;
  private static final int OTHERS = 10; // jobs replaced from one snapshot to the next

  private LargeSnapshots() {}

  /** The declaration of the cluster, and snapshots of {@code jobs} jobs each. */
  public static List<EventData> events(int jobs, int snapshots) {
    List<EventData> events = new ArrayList<>();
    events.add(KafkaTestbed.declared(0, PROCESSORS));
    for (int i = 0; i < snapshots; i++) {
      int first = OTHERS * i;
      int end = first + jobs;
      events.add(
          new ClusterSnapshot(
              end,
              PROCESSORS,
              EventData.NONE,
              null,
              IntStream.range(first, end).mapToObj(LargeSnapshots::waiting).toList()));
    }
    return events;
  }

  private static JobSnapshot waiting(int number) {
    JobDescription description =
        new JobDescription(1 + number % PROCESSORS, 3600, "user" + number % USERS, null);
    return new JobSnapshot("job" + number, JobState.WAITING, number, EventData.NONE, description);
  }
}
