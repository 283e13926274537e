/**
 * Multiple-queue backfilling (lawson2005): jobs divided into partitions by their estimates, a
 * reservation for the first job of each, and processors that move between partitions. The choice of
 * the number of partitions is in {@code tune}. A pool has one pivot for each queue and tests only
 * new jobs while its reservations hold; nodes have pivots by tier and partition, so the passes
 * differ.
 */
@NullMarked
package io.gnomon.sim.policy.multiqueue;

import org.jspecify.annotations.NullMarked;
