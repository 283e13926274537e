package io.gnomon.events.job;

import io.gnomon.events.EventType;
import io.gnomon.events.machine.PlacedNodes;
import java.util.List;

/**
 * A job started.
 *
 * @param job the scheduler's id of the job
 * @param at when it started
 * @param processors the processors it holds, or {@link #NONE} for the requested width
 * @param limitSeconds the time limit of this start, or {@link #NONE} for the requested time
 * @param partition the queue partition of the configuration that runs it, from 0, or {@link #NONE}
 * @param placement what it holds on each node; empty where unknown
 */
public record JobStarted(
    String job,
    long at,
    int processors,
    int limitSeconds,
    int partition,
    List<PlacedNodes> placement)
    implements JobEvent {
  /** Copies lists that are not immutable. */
  public JobStarted {
    placement = List.copyOf(placement);
  }

  @Override
  public EventType type() {
    return EventType.JOB_STARTED;
  }

  /** Creates the event for a start on unknown nodes. */
  public JobStarted(String job, long at, int processors, int limitSeconds, int partition) {
    this(job, at, processors, limitSeconds, partition, List.of());
  }

  /** A copy with another placement. */
  public JobStarted withPlacement(List<PlacedNodes> other) {
    return new JobStarted(job, at, processors, limitSeconds, partition, other);
  }

  /** Creates the event for a start with the requested width and time. */
  public JobStarted(String job, long at) {
    this(job, at, NONE, NONE, NONE);
  }
}
