package io.gnomon.events.job;

import io.gnomon.events.EventData;
import io.gnomon.events.machine.ResourceRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a job from its submission on.
 *
 * @param processors its width in processors, at least 1; with a {@code request}, the CPUs that it
 *     is expected to hold
 * @param estimateSeconds the requested time, at least 1
 * @param user the user who submitted it, or null
 * @param group the user's group or account, or null
 * @param application the program that it runs, or null; runtime predictors treat jobs with the same
 *     application as similar
 * @param queue the name of the scheduler's queue that it was submitted to, or null
 * @param priority its priority, higher first, or {@link EventData#NONE}
 * @param memoryMegabytes the memory of the whole job, or {@link EventData#NONE}
 * @param widths the widths it can start with instead of {@code processors}; empty for a rigid job
 * @param request what it requests of the machine, or null if only {@code processors} is known
 */
public record JobDescription(
    int processors,
    int estimateSeconds,
    @Nullable String user,
    @Nullable String group,
    @Nullable String application,
    @Nullable String queue,
    int priority,
    long memoryMegabytes,
    List<Integer> widths,
    @Nullable ResourceRequest request) {
  /** Copies lists that are not immutable. */
  public JobDescription {
    widths = List.copyOf(widths);
  }

  /** Describes a rigid job by its required fields only. */
  public JobDescription(int processors, int estimateSeconds) {
    this(processors, estimateSeconds, null, null);
  }

  /** Describes a rigid job of a user; the request may be null. */
  public JobDescription(
      int processors,
      int estimateSeconds,
      @Nullable String user,
      @Nullable ResourceRequest request) {
    this(
        processors,
        estimateSeconds,
        user,
        null,
        null,
        null,
        EventData.NONE,
        EventData.NONE,
        List.of(),
        request);
  }

  /** A copy with another request. */
  public JobDescription withRequest(@Nullable ResourceRequest other) {
    return other == request
        ? this
        : new JobDescription(
            processors,
            estimateSeconds,
            user,
            group,
            application,
            queue,
            priority,
            memoryMegabytes,
            widths,
            other);
  }
}
