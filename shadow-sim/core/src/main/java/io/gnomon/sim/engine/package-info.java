/**
 * The event loop that drives a {@code ClusterState} with a policy and arrivals up to a horizon.
 * Scheduling decisions belong to policies and measures to {@code metric}.
 */
@NullMarked
package io.gnomon.sim.engine;

import org.jspecify.annotations.NullMarked;
