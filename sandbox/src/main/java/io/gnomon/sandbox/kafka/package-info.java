/**
 * A real Kafka broker in this process, on loopback, for the demo and for tests. Nothing here is for
 * production, and no topic is named here.
 */
@NullMarked
package io.gnomon.sandbox.kafka;

import org.jspecify.annotations.NullMarked;
