package io.gnomon.sim.workload.slurm;

import io.gnomon.sim.machine.PreemptionRule;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Values as Slurm writes them: times, amounts of memory, generic resources. */
final class SlurmUnits {
  private static final int LARGEST = 1 << 30;

  private SlurmUnits() {}

  /**
   * The mode of a {@code PreemptMode}, that of the cluster if there is none. {@code GANG} and
   * {@code WITHIN} beside it are skipped.
   *
   * @throws IllegalArgumentException for another mode
   */
  static PreemptionRule.Mode preemptMode(String text) {
    for (String part : text.split(",", -1)) {
      String mode = part.strip().toUpperCase(Locale.ROOT);
      if (!mode.isEmpty() && !mode.equals("GANG") && !mode.equals("WITHIN")) {
        return Arrays.stream(PreemptionRule.Mode.values())
            .filter(known -> known.name().equals(mode))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "PreemptMode is '%s'; allowed are OFF, CANCEL, REQUEUE, SUSPEND and GANG"
                            .formatted(text)));
      }
    }
    return PreemptionRule.Mode.CLUSTER;
  }

  /**
   * Seconds of a time limit: {@code minutes}, {@code minutes:seconds}, {@code h:m:s}, {@code d-h},
   * {@code d-h:m} or {@code d-h:m:s}; {@code INFINITE} and {@code UNLIMITED} are {@link
   * Integer#MAX_VALUE}.
   *
   * @throws IllegalArgumentException for other texts
   */
  static int seconds(String text) {
    String upper = text.toUpperCase(Locale.ROOT);
    if (upper.equals("INFINITE") || upper.equals("UNLIMITED") || upper.equals("-1")) {
      return Integer.MAX_VALUE;
    }
    int dash = text.indexOf('-');
    long days = dash < 0 ? 0 : number(text.substring(0, dash), text, "a time such as 1-12:00:00");
    String[] parts = text.substring(dash + 1).split(":", -1);
    if (parts.length > 3) {
      throw invalid(text, "a time such as 1-12:00:00");
    }
    long[] units = new long[3]; // hours, minutes, seconds
    int first = dash >= 0 || parts.length == 3 ? 0 : 1;
    for (int i = 0; i < parts.length; i++) {
      units[first + i] = number(parts[i], text, "a time such as 1-12:00:00");
    }
    long seconds = ((days * 24 + units[0]) * 60 + units[1]) * 60 + units[2];
    return (int) Math.min(seconds, LARGEST);
  }

  /**
   * MiB of an amount such as {@code 187000M}, {@code 500G} or {@code 2800}; without a unit it
   * counts MiB.
   */
  static int mebibytes(String text) {
    return (int) Math.min(longMebibytes(text), LARGEST);
  }

  /** Like {@link #mebibytes}, for sums over many nodes or minutes. */
  static long longMebibytes(String text) {
    if (text.isEmpty()) {
      throw invalid(text, "an amount of memory such as 500G");
    }
    char unit = Character.toUpperCase(text.charAt(text.length() - 1));
    boolean hasUnit = !Character.isDigit(unit);
    String digits = hasUnit ? text.substring(0, text.length() - 1) : text;
    long amount = number(digits, text, "an amount of memory such as 500G");
    return switch (hasUnit ? unit : 'M') {
      case 'K' -> (amount + 1023) / 1024;
      case 'M' -> amount;
      case 'G' -> amount << 10;
      case 'T' -> amount << 20;
      case 'P' -> amount << 30;
      default -> throw invalid(text, "an amount of memory such as 500G");
    };
  }

  /**
   * GPUs by type of a list such as {@code gpu:a100:4,license:2}; other resources are left out.
   *
   * @param untyped the type of GPUs without one
   */
  static Map<String, Integer> gpus(String text, String untyped) {
    Map<String, Integer> gpus = new TreeMap<>();
    for (String item : text.split(",")) {
      int parenthesis = item.indexOf('(');
      String bare = parenthesis < 0 ? item : item.substring(0, parenthesis);
      String[] parts = bare.strip().replace("gres/", "").split("[:=]");
      if (parts[0].equals("gpu")) {
        boolean typed = parts.length > 1 && !isNumber(parts[1]);
        String count =
            parts.length == 1 || (typed && parts.length == 2) ? "1" : parts[parts.length - 1];
        gpus.merge(
            typed ? parts[1] : untyped, (int) number(count, text, "gpu:TYPE:COUNT"), Integer::sum);
      }
    }
    gpus.values().removeIf(count -> count == 0);
    return gpus;
  }

  private static boolean isNumber(String text) {
    return !text.isEmpty() && text.chars().allMatch(Character::isDigit);
  }

  /** A number from 0 to 2^30. */
  static int number(String text) {
    return (int) number(text, text, "a number");
  }

  /** A number from 0 to 10^18. */
  static long longNumber(String text) {
    if (!isNumber(text) || text.length() > 18) {
      throw invalid(text, "a number");
    }
    return Long.parseLong(text);
  }

  private static long number(String digits, String text, String allowed) {
    if (!isNumber(digits) || digits.length() > 10) {
      throw invalid(text, allowed);
    }
    return Math.min(LARGEST, Long.parseLong(digits));
  }

  private static IllegalArgumentException invalid(String text, String allowed) {
    return new IllegalArgumentException("'" + text + "' is not " + allowed);
  }
}
