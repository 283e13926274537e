/**
 * Policies compared over the past of a cluster: arrivals and runtimes as they were, from an empty
 * cluster. What is done with the result is decided in {@code tune}.
 */
@NullMarked
package io.gnomon.sim.backtest;

import org.jspecify.annotations.NullMarked;
