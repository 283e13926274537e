package io.gnomon.topics;

import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** The size of a record's headers. */
final class HeaderBytes {
  private HeaderBytes() {}

  /**
   * The bytes of names and values. Afterwards, the headers no longer refer to the buffer of the
   * whole record.
   */
  static long of(Headers headers) {
    long bytes = 0;
    for (Header header : headers) {
      byte[] value = header.value();
      bytes += header.key().length() + (value == null ? 0 : value.length);
    }
    return bytes;
  }
}
