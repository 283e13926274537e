/**
 * What a controller counts and measures, as Prometheus reads it. It looks at clusters and hears of
 * what owners did; it changes nothing.
 */
@NullMarked
package io.gnomon.controller.metrics;

import org.jspecify.annotations.NullMarked;
