/**
 * Encoding and decoding of events as Kafka records: CloudEvents 1.0 in JSON, structured and binary
 * mode. Every value is checked against its range; a test compares these ranges with the JSON
 * Schemas. No Kafka client: headers are read through {@link io.gnomon.events.codec.HeaderLookup}.
 */
@NullMarked
package io.gnomon.events.codec;

import org.jspecify.annotations.NullMarked;
