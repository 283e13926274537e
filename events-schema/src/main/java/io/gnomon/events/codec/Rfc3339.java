package io.gnomon.events.codec;

/** Checks timestamps as in RFC 3339, section 5.6, such as {@code 2026-11-21T03:06:00.5Z}. */
final class Rfc3339 {
  /** A template: {@code 0} stands for any digit, other characters for themselves. */
  private static final String DATE_TIME = "0000-00-00T00:00:00";

  private Rfc3339() {}

  /** Whether {@code text} is a timestamp. A day up to 31 is valid in every month. */
  static boolean isValid(String text) {
    return text.length() > DATE_TIME.length()
        && follows(text, 0, DATE_TIME)
        && within(text, 5, 1, 12)
        && within(text, 8, 1, 31)
        && within(text, 11, 0, 23)
        && within(text, 14, 0, 59)
        && within(text, 17, 0, 60)
        && isZone(text, fractionEnd(text));
  }

  private static int fractionEnd(String text) {
    int at = DATE_TIME.length();
    if (text.charAt(at) != '.') {
      return at;
    }
    int first = ++at;
    while (at < text.length() && isDigit(text.charAt(at))) {
      at++;
    }
    return at > first ? at : text.length();
  }

  private static boolean isZone(String text, int at) {
    int rest = text.length() - at;
    if (rest == 1) {
      return text.charAt(at) == 'Z' || text.charAt(at) == 'z';
    }
    return rest == 6
        && (text.charAt(at) == '+' || text.charAt(at) == '-')
        && follows(text, at + 1, "00:00")
        && within(text, at + 1, 0, 23)
        && within(text, at + 4, 0, 59);
  }

  private static boolean follows(String text, int from, String form) {
    for (int i = 0; i < form.length(); i++) {
      char c = text.charAt(from + i);
      char wanted = form.charAt(i);
      boolean fits = wanted == '0' ? isDigit(c) : wanted == c || (wanted == 'T' && c == 't');
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static boolean within(String text, int at, int least, int most) {
    int value = (text.charAt(at) - '0') * 10 + text.charAt(at + 1) - '0';
    return value >= least && value <= most;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
