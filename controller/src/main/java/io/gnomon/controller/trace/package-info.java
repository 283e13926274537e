/**
 * Traces of decisions for OpenTelemetry: from the event that led to a study to the scheduler's
 * answer. It hears of what owners did and has no say in it.
 */
@NullMarked
package io.gnomon.controller.trace;

import org.jspecify.annotations.NullMarked;
