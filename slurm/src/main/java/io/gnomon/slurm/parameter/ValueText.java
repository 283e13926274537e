package io.gnomon.slurm.parameter;

import io.gnomon.text.Durations;
import java.util.Locale;
import java.util.Optional;

/** The texts of a parameter's value: in the policy {@code slurm}, and in Slurm. */
public final class ValueText {
  private static final int MINUTE = 60;
  private static final int HOUR = 3_600;
  private static final int DAY = 86_400;

  private ValueText() {}

  /**
   * Converts a policy's value to Slurm's form.
   *
   * @param value a number, a duration such as {@code 90s}, {@code 5m} or {@code 1d}, or a word
   * @throws IllegalArgumentException if it is not of that form, or Slurm does not allow it
   */
  public static String toSlurm(SlurmParameter row, String value) {
    Values values = row.allowed();
    Unit unit = values.unit();
    if (values.kind() == Values.Kind.CHOICE) {
      require(values.words().contains(value), row, value, "it must be YES or NO");
      return value.charAt(0) + value.substring(1).toLowerCase(Locale.ROOT);
    }
    long given = values.kind() == Values.Kind.TIME ? seconds(value) : number(value);
    boolean inRange = given >= row.leastSet() && given <= values.most();
    if (unit == Unit.TIME) {
      require(
          inRange && given % MINUTE == 0,
          row,
          value,
          "Slurm allows whole minutes, here from %s to %s"
              .formatted(
                  Durations.printSeconds((int) row.leastSet()),
                  Durations.printSeconds((int) values.most())));
      return time(given);
    }
    require(
        inRange && given % unit.size() == 0,
        row,
        value,
        unit == Unit.POINTS
            ? "it must be a whole number from %d to %d".formatted(row.leastSet(), values.most())
            : "Slurm allows whole numbers from %d to %d%s"
                .formatted(
                    row.leastSet() / unit.size(), values.most() / unit.size(), unit.inWords()));
    return Long.toString(given / unit.size());
  }

  /**
   * Converts the value of an option of SchedulerParameters to a policy's.
   *
   * @param value empty for an option without a value
   * @return empty if it is out of range
   */
  public static Optional<String> toPolicy(SlurmParameter row, String value) {
    Values values = row.allowed();
    if (values.kind() == Values.Kind.FLAG) {
      return value.isEmpty() ? Optional.of("true") : Optional.empty();
    }
    long number = number(value);
    long inPolicy = number * values.unit().size();
    return number >= 0 && inPolicy >= row.leastSet() && inPolicy <= values.most()
        ? Optional.of(number + values.unit().letter())
        : Optional.empty();
  }

  /** Prints seconds as {@code scontrol show config} does. */
  public static String time(long seconds) {
    long days = seconds / DAY;
    String time =
        "%02d:%02d:%02d".formatted(seconds % DAY / HOUR, seconds % HOUR / MINUTE, seconds % MINUTE);
    return days == 0 ? time : days + "-" + time;
  }

  private static long number(String value) {
    return value.matches("\\d{1,10}") ? Long.parseLong(value) : -1;
  }

  private static long seconds(String value) {
    try {
      return Durations.parseSeconds(value);
    } catch (IllegalArgumentException notDuration) {
      return -1;
    }
  }

  private static void require(boolean allowed, SlurmParameter row, String value, String what) {
    if (!allowed) {
      throw new IllegalArgumentException("%s is '%s'; %s".formatted(row.parameter(), value, what));
    }
  }
}
