package io.gnomon.model.limits;

/** Whose jobs a limit counts. */
public enum CountedJobs {
  /** Those of an association and of those below it, or of a QOS. */
  GROUP,
  /** Those of the association alone, or only the job itself. */
  OWN,
  /** Those of an account in a QOS. */
  ACCOUNT,
  /** Those of a user in a QOS. */
  USER
}
