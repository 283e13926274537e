package io.gnomon.sim.policy.order;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The job for which EASY reserves processors. */
public enum HeadSelection {
  /** The oldest job, so that no job starves. */
  ARRIVAL,
  /** The first of the order. */
  ORDER,
  /** No job: every job starts as soon as it fits. */
  NONE;

  /** Its name in a policy's text form. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The reservation in words. */
  public String describe() {
    return switch (this) {
      case ARRIVAL -> "reservation for the oldest job";
      case ORDER -> "reservation for the first job";
      case NONE -> "no reservation";
    };
  }

  public static List<String> words() {
    return Arrays.stream(values()).map(HeadSelection::word).toList();
  }

  /** The selection named by a word of {@link #words}. */
  public static HeadSelection of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
