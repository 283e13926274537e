package io.gnomon.sim.workload.swf;

import io.gnomon.sim.workload.JobLog;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One parsed line of the Standard Workload Format. Mutable: reused for every line.
 *
 * <p>A field is a decimal number; fractions are truncated, as the format counts seconds. Missing
 * fields are {@link JobLog#UNKNOWN}, and fields after the eighteenth are ignored.
 */
final class SwfLine {
  /** Longer tokens leave the fast path, so that it cannot overflow. */
  private static final int FAST_DIGITS = 18;

  private final long[] values = new long[SwfField.COUNT];
  private int fields;
  private String fault = "";

  long value(SwfField field) {
    return values[field.number() - 1];
  }

  /** Number of fields, at most eighteen. */
  int fields() {
    return fields;
  }

  /** The error, after {@link #parse} returned false. */
  String fault() {
    return fault;
  }

  /**
   * Parses {@code bytes[from..to)}.
   *
   * @return false if a field is not a number
   */
  boolean parse(byte[] bytes, int from, int to) {
    int at = from;
    fields = 0;
    while (fields < SwfField.COUNT) {
      while (at < to && isSpace(bytes[at])) {
        at++;
      }
      if (at == to) {
        break;
      }
      int token = at;
      boolean negative = bytes[at] == '-';
      at += negative ? 1 : 0;
      int firstDigit = at;
      long value = 0;
      int digit;
      while (at < to && (digit = bytes[at] - '0') >= 0 && digit <= 9) {
        value = 10 * value + digit;
        at++;
      }
      boolean whole = at > firstDigit && at - firstDigit <= FAST_DIGITS;
      if (whole && (at == to || isSpace(bytes[at]))) {
        values[fields++] = negative ? -value : value;
      } else {
        while (at < to && !isSpace(bytes[at])) {
          at++;
        }
        if (!parseDecimal(bytes, token, at)) {
          return false;
        }
      }
    }
    Arrays.fill(values, fields, SwfField.COUNT, JobLog.UNKNOWN);
    return true;
  }

  private boolean parseDecimal(byte[] bytes, int from, int to) {
    String token = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    double value = Double.NaN;
    if (looksDecimal(token)) {
      try {
        value = Double.parseDouble(token);
      } catch (NumberFormatException notDecimal) {
        value = Double.NaN;
      }
    }
    if (Double.isNaN(value) || Math.abs(value) > 1e18) {
      fault =
          "field %d (%s) is '%s', a number is needed"
              .formatted(fields + 1, SwfField.values()[fields].label(), abbreviated(token));
      return false;
    }
    values[fields++] = (long) value;
    return true;
  }

  private static boolean looksDecimal(String token) {
    return token.chars().allMatch(c -> (c >= '0' && c <= '9') || "+-.eE".indexOf(c) >= 0);
  }

  private static String abbreviated(String token) {
    return token.length() <= 40 ? token : token.substring(0, 40) + "...";
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\t' || b == '\r' || b == '\f' || b == 0x0b;
  }
}
