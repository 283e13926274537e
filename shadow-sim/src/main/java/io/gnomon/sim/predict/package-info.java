/**
 * Predictors of runtime distributions that learn on line from completed jobs, and the bins they
 * speak in. What a policy does with a prediction lives with the policy.
 */
@NullMarked
package io.gnomon.sim.predict;

import org.jspecify.annotations.NullMarked;
