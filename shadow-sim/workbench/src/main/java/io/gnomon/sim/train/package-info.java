/**
 * Makes priors: policies compared over whole workloads. How a prior is used is in {@code
 * io.gnomon.sim.prior}.
 */
@NullMarked
package io.gnomon.sim.train;

import org.jspecify.annotations.NullMarked;
