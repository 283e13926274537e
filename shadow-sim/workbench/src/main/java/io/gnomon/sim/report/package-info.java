/**
 * Reports on simulations, comparisons and closed loops as tables, JSON and CSV. Charts are drawn by
 * {@code chart}.
 */
@NullMarked
package io.gnomon.sim.report;

import org.jspecify.annotations.NullMarked;
