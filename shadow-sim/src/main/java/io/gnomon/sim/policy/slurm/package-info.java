/**
 * Slurm's two schedulers as its documentation describes them: the main one, which starts the first
 * jobs of the queue at events, and the backfill plugin, which plans ahead at intervals. Partitions,
 * associations, preemption and anything that needs a real Slurm is not here.
 */
@NullMarked
package io.gnomon.sim.policy.slurm;

import org.jspecify.annotations.NullMarked;
