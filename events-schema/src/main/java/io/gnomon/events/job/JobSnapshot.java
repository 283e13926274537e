package io.gnomon.events.job;

import io.gnomon.events.EventData;
import io.gnomon.events.machine.PlacedNodes;
import io.gnomon.events.machine.ResourceRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One job of a snapshot.
 *
 * @param job the scheduler's id of the job
 * @param state its state
 * @param submittedAt when it was submitted
 * @param startedAt its current or last start, or {@link EventData#NONE} for a waiting job
 * @param description what was submitted; its processors are those that the job holds, or held
 *     before it was suspended, and for other jobs the requested width
 * @param limitSeconds the time limit of this start, or {@link EventData#NONE} for the requested
 *     time
 * @param consumedSeconds the time it ran before {@code startedAt}, or until it was suspended; 0 if
 *     it was never suspended
 * @param partition the queue partition of the configuration that runs it, or {@link EventData#NONE}
 * @param placement what it holds on each node, or held before it was suspended; empty for other
 *     jobs and where unknown
 */
public record JobSnapshot(
    String job,
    JobState state,
    long submittedAt,
    long startedAt,
    JobDescription description,
    int limitSeconds,
    int consumedSeconds,
    int partition,
    List<PlacedNodes> placement)
    implements DescribedJob {
  /** Copies lists that are not immutable. */
  public JobSnapshot {
    placement = List.copyOf(placement);
  }

  /** Creates the entry of a job that was never suspended, without a placement. */
  public JobSnapshot(
      String job, JobState state, long submittedAt, long startedAt, JobDescription description) {
    this(
        job,
        state,
        submittedAt,
        startedAt,
        description,
        EventData.NONE,
        0,
        EventData.NONE,
        List.of());
  }

  /** A copy with another request and another placement. */
  public JobSnapshot with(
      @Nullable ResourceRequest otherRequest, List<PlacedNodes> otherPlacement) {
    return new JobSnapshot(
        job,
        state,
        submittedAt,
        startedAt,
        description.withRequest(otherRequest),
        limitSeconds,
        consumedSeconds,
        partition,
        otherPlacement);
  }

  /** A copy with other submit and start times. */
  public JobSnapshot at(long submitted, long started) {
    return new JobSnapshot(
        job,
        state,
        submitted,
        started,
        description,
        limitSeconds,
        consumedSeconds,
        partition,
        placement);
  }
}
