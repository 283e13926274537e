/**
 * What Slurm can be set to: one row for each parameter that is simulated or set, with its name,
 * unit, range, default and meaning, and the texts in which values are written. Not here: what a
 * value does to the schedule, and what an administrator allows to change.
 */
@NullMarked
package io.gnomon.slurm.parameter;

import org.jspecify.annotations.NullMarked;
