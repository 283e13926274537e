/**
 * Reports on simulations, comparisons and closed loops as tables, JSON and CSV. Drawing belongs
 * in\n * {@code chart}.
 */
@NullMarked
package io.gnomon.sim.report;

import org.jspecify.annotations.NullMarked;
