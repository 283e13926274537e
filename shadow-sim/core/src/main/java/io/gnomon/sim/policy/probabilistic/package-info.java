/**
 * Probabilistic backfilling: the distribution of processors released by running jobs, and the
 * backfill test based on it. Predictors are in {@code sim.predict}.
 */
@NullMarked
package io.gnomon.sim.policy.probabilistic;

import org.jspecify.annotations.NullMarked;
