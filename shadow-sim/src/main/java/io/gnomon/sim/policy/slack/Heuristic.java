package io.gnomon.sim.policy.slack;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The order in which delayed jobs are scheduled again (talby1999, section 2.4). */
enum Heuristic {
  /** Ascending scheduled time. */
  AST,
  /** Ascending arrival time. */
  AAT,
  /** Descending utilisation, width times estimate. */
  DU,
  /** Descending cost of a delay of one second. */
  DC,
  /** Descending priority, then ascending arrival time. */
  DP;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Heuristic of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  static List<String> words() {
    return Arrays.stream(values()).map(Heuristic::word).toList();
  }
}
