/**
 * The model of a cluster: jobs, processors, clock, and the legal transitions between phases.
 * Scheduling policies are elsewhere.
 */
@NullMarked
package io.gnomon.sim.cluster;

import org.jspecify.annotations.NullMarked;
