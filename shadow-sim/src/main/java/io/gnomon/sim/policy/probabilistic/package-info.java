/**
 * Probabilistic backfilling: the distribution of the processors that running jobs will release, and
 * the test of a backfilled job against it. Predictors live in {@code sim.predict}.
 */
@NullMarked
package io.gnomon.sim.policy.probabilistic;

import org.jspecify.annotations.NullMarked;
