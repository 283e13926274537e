package io.gnomon.events.codec;

import java.util.Map;

/**
 * The headers and the value of a Kafka record.
 *
 * @param headers by name, in the order of the record
 * @param value the record's value; not copied, do not modify it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record EncodedEvent(Map<String, String> headers, byte[] value) {}
