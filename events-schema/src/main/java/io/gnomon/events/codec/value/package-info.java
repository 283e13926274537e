/**
 * Codecs for JSON values: each reads, checks and writes one kind of value. {@link
 * io.gnomon.events.codec.value.RecordCodec} maps a JSON object to a Java record. No event types and
 * no CloudEvents attributes; those belong to {@code io.gnomon.events.codec}.
 */
@NullMarked
package io.gnomon.events.codec.value;

import org.jspecify.annotations.NullMarked;
