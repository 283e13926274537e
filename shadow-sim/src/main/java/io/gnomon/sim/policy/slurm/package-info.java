/**
 * Slurm's two schedulers as documented: the main scheduler, which starts the first jobs of the
 * queue after events, and the backfill plugin, which plans ahead at intervals, on a pool of
 * processors or on nodes. Associations and preemption are not modelled.
 */
@NullMarked
package io.gnomon.sim.policy.slurm;

import org.jspecify.annotations.NullMarked;
