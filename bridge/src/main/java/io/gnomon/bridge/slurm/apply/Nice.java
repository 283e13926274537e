package io.gnomon.bridge.slurm.apply;

/**
 * A job's nice value that Gnomon keeps.
 *
 * @param own what its user has given it
 * @param set what Gnomon has
 * @param before what it was until then; a change may not have been carried out
 */
record Nice(long own, long set, long before) {
  /** Whether it is still as Gnomon has set it, and nobody else. */
  boolean isOurs(long nice) {
    return nice == set || nice == before;
  }
}
