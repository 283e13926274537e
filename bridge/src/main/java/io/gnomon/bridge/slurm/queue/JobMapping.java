package io.gnomon.bridge.slurm.queue;

import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.events.EventData;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobState;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Maps single jobs, without their requests and placements. Immutable. */
final class JobMapping {
  /** States that only a job that has run can reach, even if its node list is already empty. */
  private static final List<String> HAS_RUN =
      List.of("COMPLETED", "COMPLETING", "TIMEOUT", "OUT_OF_MEMORY");

  private final ToIntFunction<String> queues;
  private final JobRequests requests;
  private final int open;

  /**
   * A mapping.
   *
   * @param queues index of the configuration's queue that a Slurm partition implements
   * @param open processors of the nodes that are open
   */
  JobMapping(ToIntFunction<String> queues, JobRequests requests, int open) {
    this.queues = queues;
    this.requests = requests;
    this.open = open;
  }

  /** Whether a job that has ended had started. */
  static boolean hasRun(JobRecord job) {
    return job.start() > 0 && (!job.hosts().isEmpty() || HAS_RUN.stream().anyMatch(job::is));
  }

  /** Derives the outcome of a job from its states and exit code. */
  static JobOutcome outcome(JobRecord job) {
    if (job.is("TIMEOUT") || job.is("DEADLINE")) {
      return JobOutcome.TIMEOUT;
    }
    if (job.is("CANCELLED") || job.is("NODE_FAIL") || job.is("PREEMPTED") || job.signal() > 0) {
      return JobOutcome.KILLED;
    }
    if (job.exitStatus() > 0 || job.is("FAILED") || job.is("OUT_OF_MEMORY")) {
      return JobOutcome.FAILED;
    }
    return JobOutcome.COMPLETED;
  }

  /** When a job was suspended or requeued last, 0 if it was not. */
  static long since(JobRecord job) {
    return job.suspend() > 0 ? job.suspend() : job.restarts() > 0 ? job.submit() : 0;
  }

  /** A job that has ended, as it was before. */
  JobSnapshot ended(String name, JobRecord job, int width, int estimate) {
    long started = hasRun(job) ? job.start() : 0;
    return snapshot(name, JobState.RUNNING, job, width, estimate, started, 0);
  }

  /** A job that has not ended. */
  JobSnapshot active(
      String name, JobRecord job, JobStage stage, boolean eligible, int width, int estimate) {
    if (stage == JobStage.PENDING) {
      JobState waiting = eligible && width <= open ? JobState.WAITING : JobState.HELD;
      return snapshot(name, waiting, job, width, estimate, 0, 0);
    }
    boolean resumed = stage == JobStage.RUNNING && job.ranBefore() > 0 && job.suspend() > 0;
    return snapshot(
        name,
        stage == JobStage.RUNNING ? JobState.RUNNING : JobState.SUSPENDED,
        job,
        width,
        estimate,
        resumed ? job.suspend() : job.start(),
        (int) Math.min(Integer.MAX_VALUE, job.ranBefore()));
  }

  private JobSnapshot snapshot(
      String name,
      JobState at,
      JobRecord job,
      int width,
      int estimate,
      long started,
      int consumed) {
    boolean holds = at == JobState.RUNNING || at == JobState.SUSPENDED;
    return new JobSnapshot(
        name,
        at,
        job.submit(),
        started > 0 ? started : EventData.NONE,
        description(job, width, estimate),
        EventData.NONE,
        consumed,
        holds ? queues.applyAsInt(job.partition()) : EventData.NONE,
        List.of());
  }

  private JobDescription description(JobRecord job, int width, int estimate) {
    return new JobDescription(
        width,
        estimate,
        textOrNull(job.user()),
        textOrNull(job.account()),
        textOrNull(job.name()),
        textOrNull(job.partition()),
        job.priority() > 0
            ? (int) Math.min(Integer.MAX_VALUE, job.priority() >>> 1)
            : EventData.NONE,
        requests.memoryMegabytes(job),
        List.of(),
        null);
  }

  private static @Nullable String textOrNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
