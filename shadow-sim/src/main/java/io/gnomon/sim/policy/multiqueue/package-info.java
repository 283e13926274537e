/**
 * Multiple-queue backfilling (lawson2005): jobs divided into partitions by their estimates, a
 * reservation for the first job of each, and processors that move between partitions. The choice of
 * the number of partitions is in {@code tune}.
 */
@NullMarked
package io.gnomon.sim.policy.multiqueue;

import org.jspecify.annotations.NullMarked;
