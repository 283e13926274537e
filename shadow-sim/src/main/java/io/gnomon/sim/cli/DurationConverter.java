package io.gnomon.sim.cli;

import io.gnomon.text.Durations;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts durations of whole seconds such as {@code 90s} or {@code 2w} to seconds, at least 1. */
final class DurationConverter implements ITypeConverter<Integer> {
  private static final int LONGEST = Integer.MAX_VALUE / 2;

  @Override
  public Integer convert(String text) {
    int seconds;
    try {
      seconds = Durations.parseSeconds(text);
    } catch (IllegalArgumentException wrong) {
      throw new TypeConversionException(wrong.getMessage());
    }
    if (seconds < 1 || seconds > LONGEST) {
      throw new TypeConversionException(
          "'" + text + "' is out of range; it must be from 1s to " + LONGEST + "s");
    }
    return seconds;
  }
}
