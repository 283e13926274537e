package io.gnomon.bridge.slurm.apply;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The options of Slurm's SchedulerParameters that Gnomon may set, with the ranges that slurm.conf's
 * manual gives for them; where it gives no upper bound, with one of the simulation's.
 */
enum SchedulerOption {
  BF_INTERVAL(Unit.SECONDS, 1, 10_800),
  BF_WINDOW(Unit.MINUTES, 1, 43_200),
  BF_RESOLUTION(Unit.SECONDS, 1, 3_600),
  BF_MAX_JOB_TEST(Unit.JOBS, 1, 1_000_000),
  BF_MAX_JOB_USER(Unit.JOBS, 0, 1_000_000),
  BF_MAX_JOB_START(Unit.JOBS, 0, 10_000),
  BF_JOB_PART_COUNT_RESERVE(Unit.JOBS, 0, 100_000),
  BF_WINDOW_LINEAR(Unit.SECONDS, 0, 86_400),
  DEFAULT_QUEUE_DEPTH(Unit.JOBS, 1, 1_000_000),
  SCHED_INTERVAL(Unit.SECONDS, 1, 86_400),
  BATCH_SCHED_DELAY(Unit.SECONDS, 0, 3_600);

  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})([smhdw]?)");
  private static final int MINUTE = 60;

  /** What Slurm counts an option in. */
  enum Unit {
    SECONDS(1, " s"),
    MINUTES(MINUTE, " minutes"),
    JOBS(1, "");

    private final int seconds;
    private final String word;

    Unit(int seconds, String word) {
      this.seconds = seconds;
      this.word = word;
    }
  }

  private final Unit unit;
  private final long least;
  private final long most;

  SchedulerOption(Unit unit, long least, long most) {
    this.unit = unit;
    this.least = least;
    this.most = most;
  }

  /** Its name, for Slurm and in a policy's text form. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The least value of a policy: jobs, or seconds. */
  double least() {
    return (double) least * unit.seconds;
  }

  /** The greatest value of a policy: jobs, or seconds. */
  double most() {
    return (double) most * unit.seconds;
  }

  /** The option of that name. */
  static Optional<SchedulerOption> of(String word) {
    return Arrays.stream(values()).filter(option -> option.word().equals(word)).findFirst();
  }

  /**
   * A policy's value in Slurm's unit.
   *
   * @param value a number of jobs, or a duration such as {@code 90s}, {@code 5m} or {@code 1d}
   * @throws IllegalArgumentException where it is none, or Slurm does not allow it
   */
  String inSlurm(String value) {
    Matcher matcher = DURATION.matcher(value);
    boolean understood = matcher.matches() && (unit != Unit.JOBS || matcher.group(2).isEmpty());
    long given = understood ? Long.parseLong(matcher.group(1)) * factor(matcher.group(2)) : -1;
    if (!understood
        || given % unit.seconds != 0
        || given < least * unit.seconds
        || given > most * unit.seconds) {
      throw new IllegalArgumentException(
          "%s is '%s'; Slurm allows whole numbers from %d to %d%s"
              .formatted(word(), value, least, most, unit.word));
    }
    return Long.toString(given / unit.seconds);
  }

  /** Slurm's value as a policy has it, or nothing where the policy has no such value. */
  Optional<String> inPolicy(String value) {
    if (!value.matches("\\d{1,9}")) {
      return Optional.empty();
    }
    long number = Long.parseLong(value);
    boolean allowed = number >= least && number <= most;
    return allowed
        ? Optional.of(number + (unit == Unit.JOBS ? "" : unit == Unit.MINUTES ? "m" : "s"))
        : Optional.empty();
  }

  private static int factor(String unit) {
    return switch (unit) {
      case "m" -> MINUTE;
      case "h" -> 60 * MINUTE;
      case "d" -> 24 * 60 * MINUTE;
      case "w" -> 7 * 24 * 60 * MINUTE;
      default -> 1;
    };
  }
}
