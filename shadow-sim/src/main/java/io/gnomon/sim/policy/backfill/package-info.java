/**
 * First come, first served and the backfilling policies with a single queue. Orders are in {@code
 * policy.order}, partitions in {@code policy.multiqueue}.
 */
@NullMarked
package io.gnomon.sim.policy.backfill;

import org.jspecify.annotations.NullMarked;
