/**
 * Slurm's files as input of simulations: the machine of a {@code slurm.conf}, accounts, limits and
 * usage. Submissions are in {@code workload.submission}, records of jobs in {@code workload.sacct}.
 */
@NullMarked
package io.gnomon.sim.workload.slurm;

import org.jspecify.annotations.NullMarked;
