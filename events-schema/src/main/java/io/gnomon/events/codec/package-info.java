/**
 * Bytes to events and back: CloudEvents 1.0 on Kafka, structured and binary, with every value
 * checked against its range. The ranges stand here once more beside the JSON Schemas, and a test
 * holds them together. No Kafka client: headers come through {@link HeaderLookup}.
 */
@NullMarked
package io.gnomon.events.codec;

import org.jspecify.annotations.NullMarked;
