package io.gnomon.events.job;

import io.gnomon.events.EventData;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One job of a snapshot.
 *
 * @param job the scheduler's id of the job
 * @param state where it stands
 * @param submittedAt when it arrived
 * @param startedAt when its current or last start was, or {@link EventData#NONE} for a job that
 *     waits
 * @param processors what it holds or held when suspended, else the width it asked for
 * @param estimateSeconds the requested time
 * @param limitSeconds after how long this start is ended, where not its estimate, or {@link
 *     EventData#NONE}
 * @param consumedSeconds the time it ran before {@code startedAt}, or until it was suspended; 0
 *     without suspension
 * @param partition which queue partition of the configuration runs it, or {@link EventData#NONE}
 * @param user who submitted it, or null
 * @param group the user's group or account, or null
 * @param application what it runs, or null
 * @param queue the scheduler's name of the queue, or null
 * @param priority larger runs earlier, or {@link EventData#NONE}
 * @param memoryMegabytes per job, or {@link EventData#NONE}
 * @param widths the widths it can be started with; empty for a rigid job
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
  /** Lists are copied when they are not immutable. */
  public JobSnapshot {
    widths = List.copyOf(widths);
  }

  /** The same job, submitted and started at other times. */
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
