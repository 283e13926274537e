/**
 * Assumptions of a simulation about the future: arrivals, runtimes, sampling and random seeds, and
 * the job history they are drawn from.
 */
@NullMarked
package io.gnomon.sim.scenario;

import org.jspecify.annotations.NullMarked;
