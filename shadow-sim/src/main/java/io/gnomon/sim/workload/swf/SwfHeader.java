package io.gnomon.sim.workload.swf;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The comment lines of a workload file, in order and without their semicolons.
 *
 * @param lines as written, without trailing space
 */
public record SwfHeader(List<String> lines) {

  /** A header without comments. */
  public static final SwfHeader EMPTY = new SwfHeader(List.of());

  public SwfHeader {
    lines = List.copyOf(lines);
  }

  /** The text after {@code label:} on the first line with that label, ignoring case. */
  public Optional<String> value(String label) {
    for (String line : lines) {
      String text = line.strip();
      if (text.length() > label.length()
          && text.charAt(label.length()) == ':'
          && text.regionMatches(true, 0, label, 0, label.length())) {
        return Optional.of(text.substring(label.length() + 1).strip());
      }
    }
    return Optional.empty();
  }

  /** Whether {@code label} has a value. */
  public boolean has(String label) {
    return value(label).isPresent();
  }

  /**
   * The whole number at the beginning of the value of {@code label}; archives add remarks after it,
   * as in {@code MaxNodes: 338 (batch partition)}.
   */
  public OptionalLong number(String label) {
    String text = value(label).orElse("");
    int end = text.startsWith("-") ? 1 : 0;
    while (end < text.length() && Character.isDigit(text.charAt(end))) {
      end++;
    }
    try {
      return OptionalLong.of(Long.parseLong(text.substring(0, end)));
    } catch (NumberFormatException none) {
      return OptionalLong.empty();
    }
  }

  /** The instant from which submission times count, in seconds since 1970-01-01T00:00:00Z. */
  public OptionalLong unixStartTime() {
    return number("UnixStartTime");
  }

  /** The machine's processors as the archive declares them; never used silently. */
  public OptionalLong maxProcs() {
    return number("MaxProcs");
  }
}
