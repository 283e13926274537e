/**
 * The controller's metrics for Prometheus. They read clusters and observe partition owners but do
 * not influence them.
 */
@NullMarked
package io.gnomon.controller.metrics;

import org.jspecify.annotations.NullMarked;
