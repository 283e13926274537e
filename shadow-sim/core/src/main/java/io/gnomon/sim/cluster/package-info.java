/**
 * The model of a cluster: jobs, processors, clock, and the legal transitions between phases.
 * Availability profiles and the search for jobs that fit are in packages below, scheduling policies
 * elsewhere.
 */
@NullMarked
package io.gnomon.sim.cluster;

import org.jspecify.annotations.NullMarked;
