/**
 * The widths and estimates of waiting jobs by position, with a search for the next job that fits.
 * Which jobs these are, the waiting queue knows.
 */
@NullMarked
package io.gnomon.sim.cluster.demand;

import org.jspecify.annotations.NullMarked;
