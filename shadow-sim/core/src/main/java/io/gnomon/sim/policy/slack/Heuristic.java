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

  /** How delayed jobs are scheduled again, in words. */
  String describe() {
    return switch (this) {
      case AST -> "by planned start";
      case AAT -> "by arrival";
      case DU -> "the largest first";
      case DC -> "the most expensive first";
      case DP -> "by priority";
    };
  }

  static Heuristic of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  static List<String> words() {
    return Arrays.stream(values()).map(Heuristic::word).toList();
  }
}
