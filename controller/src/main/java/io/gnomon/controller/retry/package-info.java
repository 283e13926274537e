/**
 * Calls that are made until they succeed: growing pauses behind a circuit breaker. It knows nothing
 * of what is called.
 */
@NullMarked
package io.gnomon.controller.retry;

import org.jspecify.annotations.NullMarked;
