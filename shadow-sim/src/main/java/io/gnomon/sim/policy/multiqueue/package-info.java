/**
 * Multiple-queue backfilling (lawson2005): jobs divided into partitions by their estimates, a
 * reservation for the first job of each, processors that move between them. Who chooses the number
 * of partitions lives in {@code tune}.
 */
@NullMarked
package io.gnomon.sim.policy.multiqueue;

import org.jspecify.annotations.NullMarked;
