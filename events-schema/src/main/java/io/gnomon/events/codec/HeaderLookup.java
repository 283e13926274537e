package io.gnomon.events.codec;

import org.jspecify.annotations.Nullable;

/** The headers of one Kafka record. */
@FunctionalInterface
public interface HeaderLookup {
  /** A record without headers. */
  HeaderLookup NONE = name -> null;

  /** The bytes of the last header called {@code name}, or null. */
  byte @Nullable [] value(String name);
}
