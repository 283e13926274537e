package io.gnomon.sim.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A grid of named job categories by runtime and width. Limits are inclusive; the last range of each
 * axis has no upper limit. Immutable; finding a category costs O(ranges).
 */
public final class CategoryScheme {
  private static final int MINUTE = 60;
  private static final int HOUR = 60 * MINUTE;

  /**
   * Kettimuthu et al. 2005, Table 1: very short (to 10 min), short (to 1 h), long (to 8 h), very
   * long; by sequential, narrow (2 to 8 processors), wide (9 to 32), very wide.
   */
  public static final CategoryScheme SIXTEEN =
      new CategoryScheme(
          List.of("VS", "S", "L", "VL"),
          new int[] {10 * MINUTE, HOUR, 8 * HOUR},
          List.of(" Seq", " N", " W", " VW"),
          new int[] {1, 8, 32});

  /**
   * Kettimuthu et al. 2005, Table 6: short (to 1 h) or long, by narrow (to 8 processors) or wide.
   */
  public static final CategoryScheme FOUR =
      new CategoryScheme(List.of("S", "L"), new int[] {HOUR}, List.of("N", "W"), new int[] {8});

  private final List<String> runtimeNames;
  private final int[] runtimeLimits;
  private final List<String> widthNames;
  private final int[] widthLimits;

  private CategoryScheme(
      List<String> runtimeNames, int[] runtimeLimits, List<String> widthNames, int[] widthLimits) {
    this.runtimeNames = runtimeNames;
    this.runtimeLimits = runtimeLimits;
    this.widthNames = widthNames;
    this.widthLimits = widthLimits;
  }

  /** Number of categories. */
  public int size() {
    return runtimeNames.size() * widthNames.size();
  }

  /** The category of a job, {@code 0..size()-1}: shorter first, then narrower first. */
  public int category(int runtimeSeconds, int width) {
    return range(runtimeLimits, runtimeSeconds) * widthNames.size() + range(widthLimits, width);
  }

  /** The category's name as in the paper, such as {@code VS VW} or {@code LN}. */
  public String name(int category) {
    return runtimeNames.get(category / widthNames.size())
        + widthNames.get(category % widthNames.size());
  }

  /** The category's name in words, such as {@code short, narrow}. */
  public String words(int category) {
    return word(runtimeNames.get(category / widthNames.size()))
        + ", "
        + word(widthNames.get(category % widthNames.size()).strip());
  }

  private static String word(String name) {
    return switch (name) {
      case "VS" -> "very short";
      case "S" -> "short";
      case "L" -> "long";
      case "VL" -> "very long";
      case "Seq" -> "sequential";
      case "N" -> "narrow";
      case "W" -> "wide";
      case "VW" -> "very wide";
      default -> name;
    };
  }

  /**
   * Explanation of the names in one line, such as {@code S, L: runtime up to 1 h, more; N, W: up to
   * 8 processors, more}.
   */
  public String legend() {
    List<String> limits = new ArrayList<>();
    for (int limit : runtimeLimits) {
      limits.add(limit < HOUR ? limit / MINUTE + " min" : limit / HOUR + " h");
    }
    List<String> widths = Arrays.stream(widthLimits).mapToObj(Integer::toString).toList();
    return "%s: runtime up to %s, more; %s: up to %s processors, more"
        .formatted(
            String.join(", ", runtimeNames),
            String.join(", ", limits),
            widthNames.stream().map(String::strip).collect(Collectors.joining(", ")),
            String.join(", ", widths));
  }

  private static int range(int[] limits, int value) {
    int range = 0;
    while (range < limits.length && value > limits[range]) {
      range++;
    }
    return range;
  }
}
