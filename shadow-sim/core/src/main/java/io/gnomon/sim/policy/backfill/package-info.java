/**
 * First come, first served and the backfilling policies with a single queue. Orders are in {@code
 * policy.order}, partitions in {@code policy.multiqueue}. Conservative backfilling on nodes is
 * apart, in {@code policy.nodes.plan}: the passes have five steps in common, and an interface over
 * both plans is longer than the passes.
 */
@NullMarked
package io.gnomon.sim.policy.backfill;

import org.jspecify.annotations.NullMarked;
