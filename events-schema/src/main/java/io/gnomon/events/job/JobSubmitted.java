package io.gnomon.events.job;

import io.gnomon.events.EventType;
import io.gnomon.events.machine.ResourceRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job was submitted.
 *
 * @param job the scheduler's id of the job
 * @param at when it was submitted
 * @param processors its width in processors, at least 1; with a {@code request}, the CPUs that it
 *     is expected to hold
 * @param estimateSeconds the requested time, at least 1
 * @param user the user who submitted it, or null
 * @param group the user's group or account, or null
 * @param application the program that it runs, or null; runtime predictors treat jobs with the same
 *     application as similar
 * @param queue the name of the scheduler's queue that it was submitted to, or null
 * @param priority its priority, higher first, or {@link #NONE}
 * @param memoryMegabytes the memory of the whole job, or {@link #NONE}
 * @param widths the widths it can start with instead of {@code processors}; empty for a rigid job
 * @param held whether it cannot start until a {@code job.modified} releases it
 * @param request what it requests of the machine, or null if only {@code processors} is known
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
    boolean held,
    @Nullable ResourceRequest request)
    implements JobEvent {
  /** Copies lists that are not immutable. */
  public JobSubmitted {
    widths = List.copyOf(widths);
  }

  @Override
  public EventType type() {
    return EventType.JOB_SUBMITTED;
  }

  /** Creates the event for a job that requests processors only. */
  public JobSubmitted(
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
      boolean held) {
    this(
        job,
        at,
        processors,
        estimateSeconds,
        user,
        group,
        application,
        queue,
        priority,
        memoryMegabytes,
        widths,
        held,
        null);
  }

  /** A copy with another request. */
  public JobSubmitted withRequest(@Nullable ResourceRequest other) {
    return new JobSubmitted(
        job,
        at,
        processors,
        estimateSeconds,
        user,
        group,
        application,
        queue,
        priority,
        memoryMegabytes,
        widths,
        held,
        other);
  }

  /** Creates the event for a rigid job, with the required fields only. */
  public JobSubmitted(String job, long at, int processors, int estimateSeconds) {
    this(
        job, at, processors, estimateSeconds, null, null, null, null, NONE, NONE, List.of(), false);
  }
}
