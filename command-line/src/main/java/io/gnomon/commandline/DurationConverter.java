package io.gnomon.commandline;

import io.gnomon.text.Durations;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts the text form of a duration of whole seconds, at least one second. */
public final class DurationConverter implements ITypeConverter<Duration> {
  private static final int LONGEST_SECONDS = Integer.MAX_VALUE / 2;

  @Override
  public Duration convert(String text) {
    int seconds;
    try {
      seconds = Durations.parseSeconds(text);
    } catch (IllegalArgumentException wrong) {
      throw new TypeConversionException(wrong.getMessage());
    }
    if (seconds < 1 || seconds > LONGEST_SECONDS) {
      throw new TypeConversionException(
          "'" + text + "' is out of range; it must be from 1s to " + LONGEST_SECONDS + "s");
    }
    return Duration.ofSeconds(seconds);
  }
}
