/**
 * Assumptions of a simulation about arrivals and runtimes, their sampling with random seeds, and
 * the job history from which they come.
 */
@NullMarked
package io.gnomon.sim.scenario;

import org.jspecify.annotations.NullMarked;
