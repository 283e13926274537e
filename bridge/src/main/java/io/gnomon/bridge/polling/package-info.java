/**
 * Turns periodic observations of a queue into an ordered stream of events, exactly once. It serves
 * any scheduler without an event log; how a scheduler is queried, and what its fields mean, belongs
 * with that scheduler.
 */
@NullMarked
package io.gnomon.bridge.polling;

import org.jspecify.annotations.NullMarked;
