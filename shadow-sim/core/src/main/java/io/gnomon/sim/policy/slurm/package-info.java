/**
 * Slurm's two schedulers as documented: the main scheduler, which starts the first jobs of the
 * queue after events, and the backfill plugin, which plans ahead at intervals, on a pool of
 * processors or on nodes. The subpackage has preemption by partitions.
 */
@NullMarked
package io.gnomon.sim.policy.slurm;

import org.jspecify.annotations.NullMarked;
