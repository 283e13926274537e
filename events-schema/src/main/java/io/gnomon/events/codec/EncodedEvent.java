package io.gnomon.events.codec;

import java.util.Map;

/**
 * What a Kafka record carries.
 *
 * @param headers by name, in the order in which they are to be added
 * @param value the record's value; not copied, so not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier of bytes: made, sent, never compared
public record EncodedEvent(Map<String, String> headers, byte[] value) {}
