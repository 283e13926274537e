package io.gnomon.events.json;

import java.nio.charset.StandardCharsets;

/** A short, printable excerpt of a record, for messages. */
final class Excerpt {
  private static final int LENGTH = 60;

  private Excerpt() {}

  static String of(byte[] json, int from, int end) {
    if (from >= end) {
      return "the end";
    }
    int to = Math.min(end, from + LENGTH);
    String piece = new String(json, from, to - from, StandardCharsets.UTF_8);
    String printable = piece.replaceAll("\\p{Cntrl}", " ").strip();
    return to < end ? printable + "…" : printable;
  }
}
