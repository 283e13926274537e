package io.gnomon.bridge.slurm.policy;

import io.gnomon.text.Durations;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The options of Slurm's SchedulerParameters that Gnomon may set, with the ranges in the manual
 * page slurm.conf(5). Where the manual gives no upper bound, it is that of the simulated Slurm.
 */
public enum SchedulerOption {
  BF_INTERVAL(Unit.SECONDS, 1, 10_800),
  BF_WINDOW(Unit.MINUTES, 1, 43_200),
  BF_RESOLUTION(Unit.SECONDS, 1, 3_600),
  BF_MAX_JOB_TEST(Unit.JOBS, 1, 1_000_000),
  BF_MAX_JOB_PART(Unit.JOBS, 0, 1_000_000),
  BF_MAX_JOB_USER(Unit.JOBS, 0, 1_000_000),
  BF_MAX_JOB_USER_PART(Unit.JOBS, 0, 1_000_000),
  BF_MAX_JOB_START(Unit.JOBS, 0, 10_000),
  BF_JOB_PART_COUNT_RESERVE(Unit.JOBS, 0, 100_000),
  BF_WINDOW_LINEAR(Unit.SECONDS, 0, 86_400),
  DEFAULT_QUEUE_DEPTH(Unit.JOBS, 1, 1_000_000),
  SCHED_INTERVAL(Unit.SECONDS, 1, 86_400),
  BATCH_SCHED_DELAY(Unit.SECONDS, 0, 3_600);

  private static final int MINUTE = 60;

  /** The unit of an option in Slurm. */
  enum Unit {
    SECONDS(1, " s"),
    MINUTES(MINUTE, " minutes"),
    JOBS(1, "");

    private final int seconds;
    private final String suffix;

    Unit(int seconds, String suffix) {
      this.seconds = seconds;
      this.suffix = suffix;
    }
  }

  private final Unit unit;
  private final long min;
  private final long max;

  SchedulerOption(Unit unit, long min, long max) {
    this.unit = unit;
    this.min = min;
    this.max = max;
  }

  /** Returns the name, which is the same in Slurm and in the text form of a policy. */
  String optionName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the smallest value in a policy, in jobs or seconds. */
  double min() {
    return (double) min * unit.seconds;
  }

  /** Returns the largest value in a policy, in jobs or seconds. */
  double max() {
    return (double) max * unit.seconds;
  }

  /** Returns the option with this name. */
  static Optional<SchedulerOption> of(String name) {
    return Arrays.stream(values()).filter(option -> option.optionName().equals(name)).findFirst();
  }

  /**
   * Converts a policy's value to Slurm's unit.
   *
   * @param value a number of jobs, or a duration such as {@code 90s}, {@code 5m} or {@code 1d}
   * @throws IllegalArgumentException if it is not of that form, or Slurm does not allow it
   */
  String toSlurm(String value) {
    long given = parse(value);
    if (given % unit.seconds != 0 || given < min * unit.seconds || given > max * unit.seconds) {
      throw new IllegalArgumentException(
          "%s is '%s'; Slurm allows whole numbers from %d to %d%s"
              .formatted(optionName(), value, min, max, unit.suffix));
    }
    return Long.toString(given / unit.seconds);
  }

  /** Converts Slurm's value to a policy's, or returns nothing if it is out of range. */
  Optional<String> toPolicy(String value) {
    if (!value.matches("\\d{1,9}")) {
      return Optional.empty();
    }
    long number = Long.parseLong(value);
    boolean allowed = number >= min && number <= max;
    return allowed
        ? Optional.of(number + (unit == Unit.JOBS ? "" : unit == Unit.MINUTES ? "m" : "s"))
        : Optional.empty();
  }

  /** Jobs or seconds, or -1 if the value is neither a number of jobs nor a duration. */
  private long parse(String value) {
    if (unit == Unit.JOBS) {
      return value.matches("\\d{1,9}") ? Long.parseLong(value) : -1;
    }
    try {
      return Durations.parseSeconds(value);
    } catch (IllegalArgumentException notADuration) {
      return -1;
    }
  }
}
