/**
 * What nodes and partitions are: states, what jobs share, how jobs are preempted. How a simulation
 * holds it belongs to {@code io.gnomon.sim.machine}.
 */
@NullMarked
package io.gnomon.model.machine;

import org.jspecify.annotations.NullMarked;
