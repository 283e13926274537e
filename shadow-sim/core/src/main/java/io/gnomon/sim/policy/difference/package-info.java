/**
 * What differs between two policies, in the scheduler's own terms. Policies as a whole are
 * described by their families.
 */
@NullMarked
package io.gnomon.sim.policy.difference;

import org.jspecify.annotations.NullMarked;
