/**
 * Shadow studies: all alternatives simulated from one state under the same scenarios, with racing,
 * budgets and results. The search space is in {@code search}, assumptions are in {@code scenario}.
 */
@NullMarked
package io.gnomon.sim.study;

import org.jspecify.annotations.NullMarked;
