/**
 * The orders in which waiting jobs are considered. An order is a criterion evaluated in each pass;
 * policies decide which jobs are guaranteed, started or tried.
 */
@NullMarked
package io.gnomon.sim.policy.order;

import org.jspecify.annotations.NullMarked;
