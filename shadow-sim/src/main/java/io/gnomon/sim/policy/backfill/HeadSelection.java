package io.gnomon.sim.policy.backfill;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Whom EASY keeps processors for. */
enum HeadSelection {
  /** The oldest job, so that nobody starves. */
  ARRIVAL,
  /** The first of the order. */
  ORDER,
  /** Nobody: whoever fits starts. */
  NONE;

  /** Its name in a policy's text form. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static List<String> words() {
    return Arrays.stream(values()).map(HeadSelection::word).toList();
  }

  /** Whom a word of {@link #words} names. */
  static HeadSelection of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
