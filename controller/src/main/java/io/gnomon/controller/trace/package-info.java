/** OpenTelemetry traces of decisions, from the event to the scheduler's answer. */
@NullMarked
package io.gnomon.controller.trace;

import org.jspecify.annotations.NullMarked;
