package io.gnomon.sim.workload.sacct;

/** Why a record of an export was dropped, or how it was repaired. */
public enum SacctIssue {
  TRUNCATED(Effect.BROKEN, "the line has fewer fields than the header"),
  TOO_MANY_FIELDS(Effect.BROKEN, "the line has more fields than the header"),
  NOT_UNDERSTOOD(Effect.BROKEN, "a value is not understood"),
  FUTURE(Effect.BROKEN, "a time is in the future"),
  NEGATIVE_ELAPSED(Effect.BROKEN, "the elapsed time is negative"),
  WITHOUT_SUBMIT(Effect.BROKEN, "the submission time is unknown"),

  STEP(Effect.DROPPED, "job steps; export with -X to leave them out"),
  PENDING(Effect.DROPPED, "jobs that had not started when the export was made"),
  NEVER_STARTED(Effect.DROPPED, "jobs that ended before they started, such as cancelled ones"),
  DUPLICATE(Effect.DROPPED, "records that occur twice"),
  REPEATED_HEADER(Effect.DROPPED, "lines that repeat the header"),
  WITHOUT_RESOURCES(Effect.DROPPED, "jobs for which no CPUs are recorded"),
  TIME_TOO_LARGE(Effect.DROPPED, "jobs submitted more than 8 years from the first record"),

  RUNNING(Effect.REPAIRED, "jobs that ran when the export was made; they end at that time"),
  DELIMITER_IN_TEXT(Effect.REPAIRED, "fields that contain the delimiter"),
  AMBIGUOUS_TIME(Effect.REPAIRED, "times in the hour that daylight saving repeats"),
  SKIPPED_TIME(Effect.REPAIRED, "times in the hour that daylight saving skips; check the zone"),
  START_BEFORE_SUBMIT(Effect.REPAIRED, "jobs that start before their submission; they start at it"),
  WITHOUT_LIMIT(Effect.REPAIRED, "jobs whose time limit is that of their partition"),
  REQUEUED(Effect.REPAIRED, "records of jobs that were requeued; each run counts as a job"),
  HETEROGENEOUS(
      Effect.REPAIRED, "components of heterogeneous jobs; each is simulated as a job of its own"),
  RESERVED(Effect.REPAIRED, "jobs in reservations; they are simulated without"),
  SUSPENDED(Effect.REPAIRED, "jobs that were suspended; they are simulated without"),
  GPUS_NOT_TRACKED(
      Effect.REPAIRED,
      "jobs of a machine with GPUs, none of which has any: is gres/gpu missing in"
          + " AccountingStorageTRES?"),
  UNKNOWN_FEATURES(
      Effect.REPAIRED, "jobs with constraints that are not understood; they are simulated without");

  /** What happens to a record. */
  public enum Effect {
    /** The record is broken and not used; too many of these make the file unusable. */
    BROKEN,
    /** The record is understood and describes nothing that can be simulated. */
    DROPPED,
    /** The record is used, but not quite as it is written. */
    REPAIRED
  }

  private final Effect effect;
  private final String text;

  SacctIssue(Effect effect, String text) {
    this.effect = effect;
    this.text = text;
  }

  /** What happens to the record. */
  public Effect effect() {
    return effect;
  }

  /** The records it is about, as text. */
  public String text() {
    return text;
  }
}
