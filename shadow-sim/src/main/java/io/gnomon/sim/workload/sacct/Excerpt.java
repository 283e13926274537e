package io.gnomon.sim.workload.sacct;

/** The beginning of a text, for messages. */
final class Excerpt {
  private static final int LONGEST = 60;

  private Excerpt() {}

  /** At most 60 characters; control characters as question marks. */
  static String of(String text) {
    String shown = text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    return shown.replaceAll("\\p{Cntrl}|\\x{FFFD}", "?");
  }
}
