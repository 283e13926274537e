package io.gnomon.events.cluster;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobSnapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All active jobs at one time. A snapshot replaces the mirrored queue.
 *
 * @param at the time
 * @param processors the capacity
 * @param reflectsSequence the sequence of the last event that the snapshot includes, or {@link
 *     #NONE} if the producer does not number its events
 * @param configuration the configuration in force, or null where unknown
 * @param jobs all active jobs in order of submission
 */
public record ClusterSnapshot(
    long at,
    int processors,
    long reflectsSequence,
    @Nullable Configuration configuration,
    List<JobSnapshot> jobs)
    implements EventData {
  /** Copies lists that are not immutable. */
  public ClusterSnapshot {
    jobs = List.copyOf(jobs);
  }

  @Override
  public EventType type() {
    return EventType.CLUSTER_SNAPSHOT;
  }
}
