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
 * @param processors the processors it holds, or held before it was suspended; for other jobs the
 *     requested width
 * @param estimateSeconds the requested time
 * @param limitSeconds the time limit of this start, or {@link EventData#NONE} for the requested
 *     time
 * @param consumedSeconds the time it ran before {@code startedAt}, or until it was suspended; 0 if
 *     it was never suspended
 * @param partition the queue partition of the configuration that runs it, or {@link EventData#NONE}
 * @param user the user who submitted it, or null
 * @param group the user's group or account, or null
 * @param application the program that it runs, or null
 * @param queue the name of the scheduler's queue, or null
 * @param priority its priority, higher first, or {@link EventData#NONE}
 * @param memoryMegabytes the memory of the whole job, or {@link EventData#NONE}
 * @param widths the widths it can start with; empty for a rigid job
 * @param request what it requests of the machine, or null if only {@code processors} is known
 * @param placement what it holds on each node, or held before it was suspended; empty for other
 *     jobs and where unknown
 */
public record JobSnapshot(
    String job,
    JobState state,
    long submittedAt,
    long startedAt,
    int processors,
    int estimateSeconds,
    int limitSeconds,
    int consumedSeconds,
    int partition,
    @Nullable String user,
    @Nullable String group,
    @Nullable String application,
    @Nullable String queue,
    int priority,
    long memoryMegabytes,
    List<Integer> widths,
    @Nullable ResourceRequest request,
    List<PlacedNodes> placement) {
  /** Copies lists that are not immutable. */
  public JobSnapshot {
    widths = List.copyOf(widths);
    placement = List.copyOf(placement);
  }

  /** Creates the entry of a job that requests processors only. */
  public JobSnapshot(
      String job,
      JobState state,
      long submittedAt,
      long startedAt,
      int processors,
      int estimateSeconds,
      int limitSeconds,
      int consumedSeconds,
      int partition,
      @Nullable String user,
      @Nullable String group,
      @Nullable String application,
      @Nullable String queue,
      int priority,
      long memoryMegabytes,
      List<Integer> widths) {
    this(
        job,
        state,
        submittedAt,
        startedAt,
        processors,
        estimateSeconds,
        limitSeconds,
        consumedSeconds,
        partition,
        user,
        group,
        application,
        queue,
        priority,
        memoryMegabytes,
        widths,
        null,
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
        processors,
        estimateSeconds,
        limitSeconds,
        consumedSeconds,
        partition,
        user,
        group,
        application,
        queue,
        priority,
        memoryMegabytes,
        widths,
        otherRequest,
        otherPlacement);
  }

  /** A copy with other submit and start times. */
  public JobSnapshot at(long submitted, long started) {
    return new JobSnapshot(
        job,
        state,
        submitted,
        started,
        processors,
        estimateSeconds,
        limitSeconds,
        consumedSeconds,
        partition,
        user,
        group,
        application,
        queue,
        priority,
        memoryMegabytes,
        widths,
        request,
        placement);
  }
}
