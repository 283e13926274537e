package io.gnomon.events.cluster;

import io.gnomon.events.EventData;
import io.gnomon.events.EventType;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.machine.DeclaredMachine;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All active jobs at one time. A snapshot replaces the mirrored queue.
 *
 * @param at the time
 * @param processors the capacity; with a {@code machine}, the CPUs of the nodes that are up
 * @param reflectsSequence the sequence of the last event that the snapshot includes, or {@link
 *     #NONE} if the producer does not number its events
 * @param configuration the configuration in force, or null where unknown
 * @param machine its nodes, or null if they are unknown or as declared
 * @param accounting its accounts, or null if they are unknown or as reported before; a component
 *     that is absent is as before, so that a snapshot can carry the usage alone
 * @param jobs all active jobs in order of submission
 */
public record ClusterSnapshot(
    long at,
    int processors,
    long reflectsSequence,
    @Nullable Configuration configuration,
    @Nullable DeclaredMachine machine,
    @Nullable Accounting accounting,
    List<JobSnapshot> jobs)
    implements EventData {
  /** Copies lists that are not immutable. */
  public ClusterSnapshot {
    jobs = List.copyOf(jobs);
  }

  /** Creates a snapshot without a machine. */
  public ClusterSnapshot(
      long at,
      int processors,
      long reflectsSequence,
      @Nullable Configuration configuration,
      List<JobSnapshot> jobs) {
    this(at, processors, reflectsSequence, configuration, null, jobs);
  }

  /** Creates a snapshot without accounts. */
  public ClusterSnapshot(
      long at,
      int processors,
      long reflectsSequence,
      @Nullable Configuration configuration,
      @Nullable DeclaredMachine machine,
      List<JobSnapshot> jobs) {
    this(at, processors, reflectsSequence, configuration, machine, null, jobs);
  }

  /** A copy with another machine. */
  public ClusterSnapshot withMachine(@Nullable DeclaredMachine other) {
    return new ClusterSnapshot(
        at, processors, reflectsSequence, configuration, other, accounting, jobs);
  }

  /** A copy with other accounts. */
  public ClusterSnapshot withAccounting(@Nullable Accounting other) {
    return new ClusterSnapshot(
        at, processors, reflectsSequence, configuration, machine, other, jobs);
  }

  @Override
  public EventType type() {
    return EventType.CLUSTER_SNAPSHOT;
  }
}
