package io.gnomon.events.job;

import io.gnomon.events.EventData;
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
    List<Integer> widths) {
  /** Copies lists that are not immutable. */
  public JobSnapshot {
    widths = List.copyOf(widths);
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
        widths);
  }
}
