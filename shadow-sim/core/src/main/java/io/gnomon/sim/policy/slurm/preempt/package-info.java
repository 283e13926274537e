/**
 * Preemption as in Slurm: which running jobs of lower partitions make room for a job that does not
 * fit, and what happens to them. When this is tried is up to the scheduler.
 */
@NullMarked
package io.gnomon.sim.policy.slurm.preempt;

import org.jspecify.annotations.NullMarked;
