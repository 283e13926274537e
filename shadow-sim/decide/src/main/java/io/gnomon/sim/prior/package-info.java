/**
 * Results of policies on other clusters, and the posterior that they give with the records of this
 * cluster. Simulations belong to {@code backtest}, guard rails to {@code tune}.
 */
@NullMarked
package io.gnomon.sim.prior;

import org.jspecify.annotations.NullMarked;
