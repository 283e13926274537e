/**
 * An emulated scheduler: the simulator runs a workload in simulated time, publishes events through
 * the bridge and applies commands.
 */
@NullMarked
package io.gnomon.sandbox.cluster;

import org.jspecify.annotations.NullMarked;
