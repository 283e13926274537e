/**
 * Objectives that studies minimise and guards that a choice must not violate, found by {@link
 * java.util.ServiceLoader}.
 */
@NullMarked
package io.gnomon.sim.metric.objective;

import org.jspecify.annotations.NullMarked;
