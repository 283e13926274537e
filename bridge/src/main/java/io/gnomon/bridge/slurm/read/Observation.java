package io.gnomon.bridge.slurm.read;

import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobSnapshot;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * A Slurm in Gnomon's words.
 *
 * @param at epoch second
 * @param capacity processors in service
 * @param active every job that has not ended, by name, in order of submission
 * @param ended those that slurmctld still remembers, by name
 * @param notes what could not be mapped as it is, a sentence each
 */
public record Observation(
    long at,
    int capacity,
    Map<String, Active> active,
    Map<String, Ended> ended,
    List<String> notes) {
  /** Maps stay in their order; lists are copied when they are not immutable. */
  public Observation {
    active = Collections.unmodifiableMap(active);
    ended = Collections.unmodifiableMap(ended);
    notes = List.copyOf(notes);
  }

  /**
   * A job that has not ended.
   *
   * @param job as a snapshot has it
   * @param since when it was last suspended, resumed or requeued, or 0
   */
  public record Active(JobSnapshot job, long since) {}

  /**
   * A job that has ended.
   *
   * @param job as a snapshot had it; without a start where it never ran
   * @param at when it ended
   * @param outcome how
   */
  public record Ended(JobSnapshot job, long at, JobOutcome outcome) {}
}
