/**
 * Slurm's files as input of simulations: the machine of a {@code slurm.conf}, and submissions
 * written as {@code sbatch} options.
 */
@NullMarked
package io.gnomon.sim.workload.slurm;

import org.jspecify.annotations.NullMarked;
