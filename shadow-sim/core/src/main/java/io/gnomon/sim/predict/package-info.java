/**
 * Predictors of runtime distributions that learn online from completed jobs, with the bins that
 * they use, and observed runtimes for sampling and ordering jobs. The use of a prediction is up to
 * the policies.
 */
@NullMarked
package io.gnomon.sim.predict;

import org.jspecify.annotations.NullMarked;
