/**
 * The order in which Slurm's schedulers consider waiting jobs on nodes: their multifactor priority,
 * and their entries sorted by it.
 */
@NullMarked
package io.gnomon.sim.policy.slurm.priority;

import org.jspecify.annotations.NullMarked;
