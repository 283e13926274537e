package io.gnomon.sim.eligibility;

/**
 * What a job waits for in other jobs.
 *
 * <p>Source: manual of sbatch, {@code --dependency}. {@code aftercorr} is {@link #SUCCESS} of the
 * corresponding task.
 */
public enum DependencyKind {
  /** {@code after}: the other jobs have started or were cancelled. */
  START,
  /** {@code afterany}: the other jobs have ended. */
  END,
  /** {@code afterok}: the other jobs have ended, all with success. */
  SUCCESS,
  /** {@code afternotok}: the other jobs have ended, not all with success. */
  FAILURE,
  /**
   * {@code singleton}: no job of the same user and name runs or is suspended, and none that was
   * submitted before waits.
   */
  SINGLETON
}
