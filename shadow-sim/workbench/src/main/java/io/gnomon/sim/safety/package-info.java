/**
 * Checks whether the closed loop does harm on generated workloads, by its ratios to the best fixed
 * policy and to the initial policy.
 */
@NullMarked
package io.gnomon.sim.safety;

import org.jspecify.annotations.NullMarked;
