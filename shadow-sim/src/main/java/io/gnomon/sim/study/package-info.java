/**
 * Shadow studies: all alternatives simulated from one state under the same scenarios, with
 * racing,\n * budgets and results. What to try belongs in {@code search}, what to assume in {@code
 * scenario}.
 */
@NullMarked
package io.gnomon.sim.study;

import org.jspecify.annotations.NullMarked;
