/** The threads that run simulations for commands and benchmarks. */
@NullMarked
package io.gnomon.sim.thread;

import org.jspecify.annotations.NullMarked;
