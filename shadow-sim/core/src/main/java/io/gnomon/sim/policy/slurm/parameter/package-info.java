/**
 * Slurm's parameters as parameters of the policy {@code slurm}: how their values are read from a
 * spec. What the parameters are is in the module slurm, and what they do in the packages beside.
 */
@NullMarked
package io.gnomon.sim.policy.slurm.parameter;

import org.jspecify.annotations.NullMarked;
