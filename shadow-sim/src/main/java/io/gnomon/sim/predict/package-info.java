/**
 * Predictors of runtime distributions that learn on line from completed jobs, and the bins they
 * speak in; and runtimes of like jobs, to draw from or to order by. What a policy does with a
 * prediction lives with the policy.
 */
@NullMarked
package io.gnomon.sim.predict;

import org.jspecify.annotations.NullMarked;
