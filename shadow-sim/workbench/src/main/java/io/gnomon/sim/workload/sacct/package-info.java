/**
 * Accounting exports of Slurm, as {@code sacct --parsable2} prints them: reader, report of what was
 * dropped or repaired, and the same data with hashed names. Simulations of them are elsewhere.
 */
@NullMarked
package io.gnomon.sim.workload.sacct;

import org.jspecify.annotations.NullMarked;
