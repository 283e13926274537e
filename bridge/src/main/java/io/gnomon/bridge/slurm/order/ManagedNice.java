package io.gnomon.bridge.slurm.order;

/**
 * The nice value of a job while Gnomon manages it.
 *
 * @param own the value that the job's user gave it
 * @param set the value that Gnomon set last
 * @param before the value that the job had before that; it still has it if the change was not
 *     carried out
 */
public record ManagedNice(long own, long set, long before) {
  /** Whether a job with this nice value has not been changed by anyone but Gnomon. */
  public boolean isUnchanged(long nice) {
    return nice == set || nice == before;
  }
}
