/**
 * The commands of the simulator: options, progress and reports. Simulations, decisions and metrics
 * belong to other packages.
 */
@NullMarked
package io.gnomon.sim.cli;

import org.jspecify.annotations.NullMarked;
