package io.gnomon.events.codec;

import org.jspecify.annotations.Nullable;

/** Access to the headers of one Kafka record, without a dependency on the Kafka client. */
@FunctionalInterface
public interface HeaderLookup {
  /** A record without headers. */
  HeaderLookup NONE = name -> null;

  /** The value of the last header with this name, or null. */
  byte @Nullable [] value(String name);
}
