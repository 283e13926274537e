package io.gnomon.events.json;

import io.gnomon.events.json.JsonException.Fault;
import io.gnomon.text.Excerpt;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * A scanned JSON number: its value if it is a short integer, otherwise its text. Not thread-safe.
 */
final class JsonNumber {
  /** The number of digits that always fit in a long. */
  private static final int SHORT = 18;

  /** Longer numbers are rejected, because parsing takes time quadratic in the length. */
  private static final int MAX_LENGTH = 100;

  private byte[] json = {};
  private int from;
  private int to;
  private boolean simple;
  private long value;

  /** Scans the number that starts at {@code start} and returns the offset of the byte after it. */
  int scan(byte[] bytes, int start, int end) {
    json = bytes;
    from = start;
    boolean negative = bytes[start] == '-';
    int digits = negative ? start + 1 : start;
    int at = digits;
    long sum = 0;
    while (at < end && isDigit(bytes[at])) {
      sum = sum * 10 + (bytes[at] - '0');
      at++;
    }
    if (at == digits) {
      throw malformed(at, end, "a digit");
    }
    if (bytes[digits] == '0' && at > digits + 1) {
      throw malformed(digits, end, "a number without leading zeros");
    }
    boolean whole = at == end || (bytes[at] != '.' && bytes[at] != 'e' && bytes[at] != 'E');
    to = whole ? at : fraction(at, end);
    simple = whole && at - digits <= SHORT;
    value = negative ? -sum : sum;
    return to;
  }

  /** The value as an integer of 64 bits. */
  long longValue() {
    if (simple) {
      return value;
    }
    BigDecimal exact = exact();
    if (exact.signum() == 0) {
      return 0;
    }
    if (exact.stripTrailingZeros().scale() > 0) {
      throw new JsonException(Fault.WRONG_TYPE, from, text(), "an integer");
    }
    try {
      return exact.longValueExact();
    } catch (ArithmeticException tooLarge) {
      throw outOfRange("an integer of 64 bits");
    }
  }

  /** The nearest double. */
  double doubleValue() {
    double nearest = simple ? value : Double.parseDouble(checked());
    if (Double.isInfinite(nearest)) {
      throw outOfRange("a finite number");
    }
    return simple && value == 0 && json[from] == '-' ? -0.0 : nearest;
  }

  private BigDecimal exact() {
    try {
      return new BigDecimal(checked());
    } catch (NumberFormatException exponentTooLarge) {
      throw outOfRange("an exponent of at most 9 digits");
    }
  }

  private String checked() {
    if (to - from > MAX_LENGTH) {
      throw outOfRange("a number of at most " + MAX_LENGTH + " characters");
    }
    return text();
  }

  private String text() {
    return new String(json, from, to - from, StandardCharsets.ISO_8859_1);
  }

  private int fraction(int start, int end) {
    int at = start;
    if (json[at] == '.') {
      at = digits(at + 1, end);
    }
    if (at < end && (json[at] == 'e' || json[at] == 'E')) {
      at++;
      if (at < end && (json[at] == '+' || json[at] == '-')) {
        at++;
      }
      at = digits(at, end);
    }
    return at;
  }

  private int digits(int start, int end) {
    int at = start;
    while (at < end && isDigit(json[at])) {
      at++;
    }
    if (at == start) {
      throw malformed(at, end, "a digit");
    }
    return at;
  }

  private static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  private JsonException outOfRange(String allowed) {
    return new JsonException(Fault.OUT_OF_RANGE, from, Excerpt.of(json, from, to), allowed);
  }

  private JsonException malformed(int at, int end, String wanted) {
    return new JsonException(Fault.MALFORMED, at, Excerpt.of(json, at, end), wanted);
  }
}
