package io.gnomon.bridge.slurm.policy;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The options of Slurm's SchedulerParameters that are simulated, but that Gnomon does not set, with
 * the ranges in the manual page slurm.conf(5). Where the manual gives no upper bound or a greater
 * one, it is that of the simulated Slurm.
 */
enum SchedulerFact {
  BF_MAX_JOB_ASSOC("", 0, 1_000_000),
  BF_MIN_AGE_RESERVE("s", 0, 2_592_000),
  BF_MIN_PRIO_RESERVE("", 0, 4_294_967_295L),
  BF_MAX_TIME("s", 1, 3_600),
  BF_YIELD_INTERVAL("", 1, 10_000_000),
  BF_YIELD_SLEEP("", 1, 10_000_000),
  BF_CONTINUE,
  PARTITION_JOB_DEPTH("", 0, 1_000_000),
  SCHED_MAX_JOB_START("", 0, 1_000_000),
  SCHED_MIN_INTERVAL("", 0, 1_000_000_000);

  private final boolean isFlag;
  private final String unit;
  private final long min;
  private final long max;

  /** An option without a value. */
  SchedulerFact() {
    isFlag = true;
    unit = "";
    min = 0;
    max = 0;
  }

  /**
   * An option with a number.
   *
   * @param unit appended in a policy
   */
  SchedulerFact(String unit, long min, long max) {
    isFlag = false;
    this.unit = unit;
    this.min = min;
    this.max = max;
  }

  /** Returns the name, which is the same in Slurm and in the text form of a policy. */
  String optionName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the option with this name. */
  static Optional<SchedulerFact> of(String name) {
    return Arrays.stream(values()).filter(option -> option.optionName().equals(name)).findFirst();
  }

  /**
   * Converts Slurm's value to a policy's, or returns nothing if it is out of range.
   *
   * @param value empty for an option without a value
   */
  Optional<String> toPolicy(String value) {
    if (isFlag) {
      return value.isEmpty() ? Optional.of("true") : Optional.empty();
    }
    if (!value.matches("\\d{1,10}")) {
      return Optional.empty();
    }
    long number = Long.parseLong(value);
    return number >= min && number <= max ? Optional.of(number + unit) : Optional.empty();
  }
}
