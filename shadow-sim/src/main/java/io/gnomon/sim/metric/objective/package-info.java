/**
 * What studies minimise and what no choice may make worse: objectives and guards, found by {@link\n
 * * java.util.ServiceLoader}.
 */
@NullMarked
package io.gnomon.sim.metric.objective;

import org.jspecify.annotations.NullMarked;
