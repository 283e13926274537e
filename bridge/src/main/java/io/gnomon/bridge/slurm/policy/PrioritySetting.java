package io.gnomon.bridge.slurm.policy;

import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.text.Durations;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The settings of slurm.conf for priority/multifactor that Gnomon may change, with the ranges in
 * the manual page slurm.conf(5). Policies spell them as that page does.
 *
 * <p>The greatest weight is that of the simulated Slurm. The half-life is never 0, because
 * slurmctld ends if usage is neither decayed nor reset. Slurm counts ages and half-lives in
 * minutes.
 */
public enum PrioritySetting {
  PRIORITY_WEIGHT_AGE("PriorityWeightAge", Kind.WEIGHT),
  PRIORITY_WEIGHT_ASSOC("PriorityWeightAssoc", Kind.WEIGHT),
  PRIORITY_WEIGHT_FAIR_SHARE("PriorityWeightFairshare", "PriorityWeightFairShare", Kind.WEIGHT),
  PRIORITY_WEIGHT_JOB_SIZE("PriorityWeightJobSize", Kind.WEIGHT),
  PRIORITY_WEIGHT_PARTITION("PriorityWeightPartition", Kind.WEIGHT),
  PRIORITY_WEIGHT_QOS("PriorityWeightQOS", Kind.WEIGHT),
  PRIORITY_MAX_AGE("PriorityMaxAge", Kind.DURATION),
  PRIORITY_DECAY_HALF_LIFE("PriorityDecayHalfLife", Kind.DURATION),
  PRIORITY_FAVOR_SMALL("PriorityFavorSmall", Kind.SWITCH);

  private static final long MAX_WEIGHT = 1 << 30;
  private static final int MINUTE = 60;
  private static final int HOUR = 3600;
  private static final int DAY = 86_400;
  private static final int MAX_SECONDS = 365 * DAY;

  /** What values a setting has. */
  enum Kind {
    WEIGHT,
    DURATION,
    SWITCH
  }

  private final String policyName;
  private final String slurmName;
  private final Kind kind;

  PrioritySetting(String name, Kind kind) {
    this(name, name, kind);
  }

  PrioritySetting(String policyName, String slurmName, Kind kind) {
    this.policyName = policyName;
    this.slurmName = slurmName;
    this.kind = kind;
  }

  /** Returns the name in the text form of a policy. */
  String policyName() {
    return policyName;
  }

  /** Returns the name that {@code scontrol show config} prints; slurm.conf ignores case. */
  public String slurmName() {
    return slurmName;
  }

  Kind kind() {
    return kind;
  }

  /** Returns the smallest value in a policy, a number of points or seconds. */
  double min() {
    return kind == Kind.DURATION ? MINUTE : 0;
  }

  /** Returns the largest value in a policy, a number of points or seconds. */
  double max() {
    return kind == Kind.DURATION ? MAX_SECONDS : MAX_WEIGHT;
  }

  /** Returns the setting with this name in a policy. */
  static Optional<PrioritySetting> of(String policyName) {
    return Arrays.stream(values())
        .filter(setting -> setting.policyName.equals(policyName))
        .findFirst();
  }

  /** Returns the setting with this name in slurm.conf. */
  public static Optional<PrioritySetting> ofSlurm(String slurmName) {
    return Arrays.stream(values())
        .filter(setting -> setting.slurmName.equalsIgnoreCase(slurmName))
        .findFirst();
  }

  /**
   * Converts a policy's value to the form that {@code scontrol show config} prints and slurm.conf
   * accepts.
   *
   * @param value a number of points, a duration such as {@code 7d}, or YES or NO
   * @throws IllegalArgumentException if it is not of that form, or Slurm does not allow it
   */
  String toSlurm(String value) {
    return switch (kind) {
      case WEIGHT -> {
        if (!value.matches("\\d{1,10}") || Long.parseLong(value) > MAX_WEIGHT) {
          throw new IllegalArgumentException(
              "%s is '%s'; it must be a whole number from 0 to %d"
                  .formatted(policyName, value, MAX_WEIGHT));
        }
        yield Long.toString(Long.parseLong(value));
      }
      case DURATION -> {
        int seconds = secondsOfPolicy(value);
        if (seconds < MINUTE || seconds > MAX_SECONDS || seconds % MINUTE != 0) {
          throw new IllegalArgumentException(
              "%s is '%s'; Slurm allows whole minutes, here from 1m to 365d"
                  .formatted(policyName, value));
        }
        yield printed(seconds);
      }
      case SWITCH -> {
        if (!value.equals("YES") && !value.equals("NO")) {
          throw new IllegalArgumentException(
              "%s is '%s'; it must be YES or NO".formatted(policyName, value));
        }
        yield value.equals("YES") ? "Yes" : "No";
      }
    };
  }

  /** Seconds, or -1 if the value is not a duration. */
  private static int secondsOfPolicy(String value) {
    try {
      return Durations.parseSeconds(value);
    } catch (IllegalArgumentException notADuration) {
      return -1;
    }
  }

  /** Converts a value in slurm.conf to the form that {@code scontrol show config} prints. */
  public Optional<String> normalized(String conf) {
    return switch (kind) {
      // Slurm reads a number with a leading 0 as octal
      case WEIGHT -> conf.matches("0|[1-9]\\d{0,9}") ? Optional.of(conf) : Optional.empty();
      case DURATION -> {
        OptionalLong seconds = seconds(conf);
        yield seconds.isEmpty() ? Optional.empty() : Optional.of(printed(seconds.getAsLong()));
      }
      case SWITCH -> Optional.of(conf.equalsIgnoreCase("yes") ? "Yes" : "No");
    };
  }

  /** Seconds of a time in slurm.conf or as Slurm prints it; empty if it has none. */
  public static OptionalLong seconds(String slurm) {
    long minutes = PartitionRecord.minutes(slurm);
    return minutes == JobRecord.UNLIMITED
        ? OptionalLong.empty()
        : OptionalLong.of(minutes * MINUTE);
  }

  private static String printed(long seconds) {
    long days = seconds / DAY;
    String time =
        "%02d:%02d:%02d".formatted(seconds % DAY / HOUR, seconds % HOUR / MINUTE, seconds % MINUTE);
    return days == 0 ? time : days + "-" + time;
  }
}
