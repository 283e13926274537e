/** The figures of a setup: sums by block of time and group of jobs, and gains with intervals. */
@NullMarked
package io.gnomon.sim.assess.figure;

import org.jspecify.annotations.NullMarked;
