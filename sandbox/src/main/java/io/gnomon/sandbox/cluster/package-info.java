/**
 * A scheduler's stand-in: a workload run by the simulator in simulated time, which tells what
 * happens through the bridge and obeys commands.
 */
@NullMarked
package io.gnomon.sandbox.cluster;

import org.jspecify.annotations.NullMarked;
