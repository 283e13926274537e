/**
 * Submissions with the options of sbatch, one per line: reading and writing them. What Slurm's own
 * files mean is in {@code workload.slurm}.
 */
@NullMarked
package io.gnomon.sim.workload.submission;

import org.jspecify.annotations.NullMarked;
