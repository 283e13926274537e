package io.gnomon.sim.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations such as {@code 90s}, {@code 5m}, {@code 3h}, {@code 1d}, {@code 2w}, in seconds. */
final class DurationConverter implements ITypeConverter<Integer> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})([smhdw])");

  @Override
  public Integer convert(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a duration such as 90s, 5m, 3h, 1d, 2w");
    }
    long unit =
        switch (matcher.group(2)) {
          case "m" -> 60;
          case "h" -> 3_600;
          case "d" -> 86_400;
          case "w" -> 604_800;
          default -> 1;
        };
    long seconds = Long.parseLong(matcher.group(1)) * unit;
    if (seconds < 1 || seconds > Integer.MAX_VALUE / 2) {
      throw new TypeConversionException("'" + text + "' is out of range; 1s to 1500w");
    }
    return (int) seconds;
  }
}
