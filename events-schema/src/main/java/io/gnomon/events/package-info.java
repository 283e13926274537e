/**
 * The event model: envelope, event types, topics, reject reasons. One record per event type is in
 * the packages {@code job}, {@code cluster}, {@code config} and {@code audit}. No Kafka client, no
 * simulation.
 */
@NullMarked
package io.gnomon.events;

import org.jspecify.annotations.NullMarked;
