/**
 * The orders in which waiting jobs are considered. An order is a criterion that a pass evaluates;
 * which jobs are then guaranteed, started or tried is decided by the policies.
 */
@NullMarked
package io.gnomon.sim.policy.order;

import org.jspecify.annotations.NullMarked;
