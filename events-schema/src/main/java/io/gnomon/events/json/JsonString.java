package io.gnomon.events.json;

import io.gnomon.events.json.JsonException.Fault;
import io.gnomon.text.Excerpt;
import java.nio.charset.StandardCharsets;

/**
 * A scanned JSON string: a range of the input if it is ASCII without escapes, otherwise decoded
 * characters. Not thread-safe.
 */
final class JsonString {
  private byte[] json = {};
  private int from;
  private int to;
  private boolean plain = true;
  private final StringBuilder decoded = new StringBuilder();

  /**
   * Scans a string.
   *
   * @param start the offset of the byte after the opening quote
   * @return the offset of the byte after the closing quote
   */
  int scan(byte[] bytes, int start, int end) {
    json = bytes;
    from = start;
    for (int at = start; at < end; at++) {
      int c = bytes[at];
      if (c == '"') {
        to = at;
        plain = true;
        return at + 1;
      }
      // signed bytes: non-ASCII bytes are below ' ' too
      if (c < ' ' || c == '\\') {
        return decode(at, end);
      }
    }
    throw unclosed(end);
  }

  int indexIn(NameTable names) {
    return plain ? names.indexOf(json, from, to) : names.indexOf(decoded.toString());
  }

  boolean contentEquals(String other) {
    if (!plain) {
      return other.contentEquals(decoded);
    }
    if (other.length() != to - from) {
      return false;
    }
    for (int i = 0; i < other.length(); i++) {
      if (other.charAt(i) != json[from + i]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return plain
        ? new String(json, from, to - from, StandardCharsets.ISO_8859_1)
        : decoded.toString();
  }

  /** Continues at the first byte that is not a plain ASCII character. */
  private int decode(int special, int end) {
    plain = false;
    decoded.setLength(0);
    for (int at = from; at < special; at++) {
      decoded.append((char) json[at]);
    }
    int at = special;
    while (at < end) {
      int c = json[at];
      if (c == '"') {
        return at + 1;
      }
      if (c == '\\') {
        at = escape(at, end);
      } else if (c >= ' ') {
        decoded.append((char) c);
        at++;
      } else if (c >= 0) {
        throw new JsonException(
            Fault.MALFORMED, at, "control character " + c, "control characters only as escapes");
      } else {
        at = Utf8.decode(json, at, end, decoded);
      }
    }
    throw unclosed(end);
  }

  private int escape(int at, int end) {
    if (at + 1 >= end) {
      throw unclosed(end);
    }
    char simple =
        switch (json[at + 1]) {
          case '"' -> '"';
          case '\\' -> '\\';
          case '/' -> '/';
          case 'b' -> '\b';
          case 'f' -> '\f';
          case 'n' -> '\n';
          case 'r' -> '\r';
          case 't' -> '\t';
          case 'u' -> 'u';
          default ->
              throw new JsonException(
                  Fault.MALFORMED,
                  at,
                  Excerpt.of(json, at, Math.min(end, at + 2)),
                  "an escape of \" \\ / b f n r t or u");
        };
    if (simple != 'u') {
      decoded.append(simple);
      return at + 2;
    }
    char unit = hex(at, end);
    if (!Character.isSurrogate(unit)) {
      decoded.append(unit);
      return at + 6;
    }
    boolean pair =
        Character.isHighSurrogate(unit)
            && at + 7 < end
            && json[at + 6] == '\\'
            && json[at + 7] == 'u'
            && Character.isLowSurrogate(hex(at + 6, end));
    if (!pair) {
      throw new JsonException(
          Fault.NOT_UTF8, at, Excerpt.of(json, at, Math.min(end, at + 6)), "surrogates in pairs");
    }
    decoded.append(unit).append(hex(at + 6, end));
    return at + 12;
  }

  private char hex(int at, int end) {
    if (at + 6 > end) {
      throw unclosed(end);
    }
    int unit = 0;
    for (int i = at + 2; i < at + 6; i++) {
      int digit = json[i] < 0 ? -1 : Character.digit((char) json[i], 16);
      if (digit < 0) {
        throw new JsonException(
            Fault.MALFORMED, at, Excerpt.of(json, at, at + 6), "four hexadecimal digits");
      }
      unit = unit << 4 | digit;
    }
    return (char) unit;
  }

  private JsonException unclosed(int end) {
    return new JsonException(
        Fault.MALFORMED, end, "a string without end", "a closing '\"' after byte " + from);
  }
}
