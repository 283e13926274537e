package io.gnomon.events.json;

import io.gnomon.events.json.JsonException.Fault;

/** Strict UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF (RFC 3629, section 4). */
final class Utf8 {
  private Utf8() {}

  /**
   * Appends the character that starts at {@code at}, which is not ASCII; returns the next start.
   */
  static int decode(byte[] bytes, int at, int end, StringBuilder into) {
    int lead = bytes[at] & 0xFF;
    int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (lead < 0xC2 || lead > 0xF4 || at + length > end) {
      throw notUtf8(lead, at);
    }
    int point = lead & (0xFF >> (length + 1));
    for (int i = 1; i < length; i++) {
      int next = bytes[at + i];
      if ((next & 0xC0) != 0x80) {
        throw notUtf8(lead, at);
      }
      point = point << 6 | (next & 0x3F);
    }
    boolean overlong = (length == 3 && point < 0x800) || (length == 4 && point < 0x10000);
    boolean surrogate = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    if (overlong || surrogate || point > Character.MAX_CODE_POINT) {
      throw notUtf8(lead, at);
    }
    into.appendCodePoint(point);
    return at + length;
  }

  private static JsonException notUtf8(int lead, int at) {
    return new JsonException(
        Fault.NOT_UTF8, at, "byte 0x" + Integer.toHexString(lead), "well-formed UTF-8");
  }
}
