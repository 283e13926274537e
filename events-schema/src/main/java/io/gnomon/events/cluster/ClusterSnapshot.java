package io.gnomon.events.cluster;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobSnapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The whole queue at one instant; it replaces whatever was believed before.
 *
 * @param at the instant
 * @param processors the capacity
 * @param reflectsSequence the last sequence whose effect is in here, or {@link #NONE} where the
 *     producer does not count
 * @param configuration what is in force, or null where unknown
 * @param jobs every job that has not left, in arrival order
 */
public record ClusterSnapshot(
    long at,
    int processors,
    long reflectsSequence,
    @Nullable Configuration configuration,
    List<JobSnapshot> jobs)
    implements EventData {
  /** Lists are copied when they are not immutable. */
  public ClusterSnapshot {
    jobs = List.copyOf(jobs);
  }

  @Override
  public EventType type() {
    return EventType.CLUSTER_SNAPSHOT;
  }
}
