/**
 * Whether the closed loop does harm: its ratios to the best fixed policy and to the initial one
 * on\n * generated workloads.
 */
@NullMarked
package io.gnomon.sim.safety;

import org.jspecify.annotations.NullMarked;
