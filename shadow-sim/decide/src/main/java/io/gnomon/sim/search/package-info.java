/**
 * The search space of tuning: partition counts, the policy library, and the parameters that a
 * scheduler can be set to.
 */
@NullMarked
package io.gnomon.sim.search;

import org.jspecify.annotations.NullMarked;
