package io.gnomon.text;

import java.nio.charset.StandardCharsets;

/** The beginning of a text, for messages. */
public final class Excerpt {
  private static final int LONGEST = 60;

  private Excerpt() {}

  /** At most 60 characters; control characters as question marks. */
  public static String of(String text) {
    String shown = text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    return shown.replaceAll("\\p{Cntrl}|\\x{FFFD}", "?");
  }

  /**
   * At most 60 bytes of a record in UTF-8, without white space around them; control characters as
   * spaces.
   *
   * @return {@code the end} if {@code from} is not before {@code end}
   */
  public static String of(byte[] record, int from, int end) {
    if (from >= end) {
      return "the end";
    }
    int to = Math.min(end, from + LONGEST);
    String piece = new String(record, from, to - from, StandardCharsets.UTF_8);
    String printable = piece.replaceAll("\\p{Cntrl}", " ").strip();
    return to < end ? printable + "…" : printable;
  }
}
