/**
 * The command line of the simulator: options in, a report out. Nothing here decides, simulates or
 * computes a measure.
 */
@NullMarked
package io.gnomon.sim.cli;

import org.jspecify.annotations.NullMarked;
