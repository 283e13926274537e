package io.gnomon.events.job;

import io.gnomon.events.EventType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job arrived.
 *
 * @param job the scheduler's id of the job
 * @param at when it arrived
 * @param processors its width, at least 1
 * @param estimateSeconds the requested time, at least 1
 * @param user who submitted it, or null
 * @param group the user's group or account, or null
 * @param application what it runs, or null; jobs of one application are alike to predictors
 * @param queue the scheduler's name of the queue it was sent to, or null
 * @param priority larger runs earlier, or {@link #NONE}
 * @param memoryMegabytes per job, or {@link #NONE}
 * @param widths the widths it can be started with instead of {@code processors}; empty for a rigid
 *     job
 * @param held whether it may not start before a {@code job.modified} releases it
 */
public record JobSubmitted(
    String job,
    long at,
    int processors,
    int estimateSeconds,
    @Nullable String user,
    @Nullable String group,
    @Nullable String application,
    @Nullable String queue,
    int priority,
    long memoryMegabytes,
    List<Integer> widths,
    boolean held)
    implements JobEvent {
  /** Lists are copied when they are not immutable. */
  public JobSubmitted {
    widths = List.copyOf(widths);
  }

  @Override
  public EventType type() {
    return EventType.JOB_SUBMITTED;
  }

  /** A rigid job with nothing but what is required. */
  public JobSubmitted(String job, long at, int processors, int estimateSeconds) {
    this(
        job, at, processors, estimateSeconds, null, null, null, null, NONE, NONE, List.of(), false);
  }
}
