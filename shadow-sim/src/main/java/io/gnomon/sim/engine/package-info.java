/**
 * The event loop that drives a {@code ClusterState} with a policy and arrivals until a horizon. No
 * decision is taken here and nothing is measured here.
 */
@NullMarked
package io.gnomon.sim.engine;

import org.jspecify.annotations.NullMarked;
