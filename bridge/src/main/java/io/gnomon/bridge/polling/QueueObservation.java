package io.gnomon.bridge.polling;

import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.machine.DeclaredMachine;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The queue of a scheduler at one instant, in Gnomon's model.
 *
 * @param at epoch second of the scheduler's clock
 * @param capacity processors in service
 * @param active every job that has not ended, by id, in order of submission
 * @param ended ended jobs that the scheduler still knows, by id
 * @param notes what could not be mapped, one phrase each
 * @param machine the nodes, or null if only processors are known
 * @param leftOut ids of jobs that the scheduler lists as active and that cannot be described here,
 *     or of arrays with tasks {@code ID_TASK} of which this is not known
 */
public record QueueObservation(
    long at,
    int capacity,
    Map<String, Active> active,
    Map<String, Ended> ended,
    List<String> notes,
    @Nullable DeclaredMachine machine,
    Set<String> leftOut) {
  /** Maps keep their order. */
  public QueueObservation {
    active = Collections.unmodifiableMap(active);
    ended = Collections.unmodifiableMap(ended);
    notes = List.copyOf(notes);
    leftOut = Set.copyOf(leftOut);
  }

  /** An observation that leaves out no job. */
  public QueueObservation(
      long at,
      int capacity,
      Map<String, Active> active,
      Map<String, Ended> ended,
      List<String> notes,
      @Nullable DeclaredMachine machine) {
    this(at, capacity, active, ended, notes, machine, Set.of());
  }

  /** An observation of processors only. */
  public QueueObservation(
      long at,
      int capacity,
      Map<String, Active> active,
      Map<String, Ended> ended,
      List<String> notes) {
    this(at, capacity, active, ended, notes, null);
  }

  /** Returns whether a job may be active and is not described, so that nothing is known of it. */
  public boolean isLeftOut(String job) {
    return !active.containsKey(job)
        && !ended.containsKey(job)
        && (leftOut.contains(job) || leftOut.contains(job.replaceFirst("_.*", "")));
  }

  /** Returns whether the scheduler does not list a job any more. */
  public boolean isGone(String job) {
    return !active.containsKey(job) && !ended.containsKey(job) && !isLeftOut(job);
  }

  /**
   * A job that has not ended.
   *
   * @param job the job in the form of a snapshot
   * @param since epoch second at which it was last suspended, resumed or requeued, or 0
   */
  public record Active(JobSnapshot job, long since) {}

  /**
   * A job that has ended.
   *
   * @param job the job in the form of a snapshot, without a start if it never ran
   * @param at epoch second of the end
   * @param outcome outcome of the job
   */
  public record Ended(JobSnapshot job, long at, JobOutcome outcome) {}
}
