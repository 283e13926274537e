/**
 * An embedded Kafka broker on loopback, for the demo and tests. Not for production; nothing here
 * depends on Gnomon's topics.
 */
@NullMarked
package io.gnomon.sandbox.kafka;

import org.jspecify.annotations.NullMarked;
