package io.gnomon.bridge.slurm.policy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The value of Slurm's SchedulerParameters: a list of options, each {@code name} or {@code
 * name=value}.
 *
 * @param options the options as they are written, in their order
 */
public record SchedulerParameters(List<String> options) {
  /** Name of the setting in slurm.conf. */
  public static final String KEY = "SchedulerParameters";

  private static final String NOTHING = "(null)";

  /** Lists are copied if they are mutable. */
  public SchedulerParameters {
    options = List.copyOf(options);
  }

  /** Parses the value in slurm.conf or in the output of {@code scontrol show config}. */
  public static SchedulerParameters parse(String text) {
    return new SchedulerParameters(
        text.equals(NOTHING)
            ? List.of()
            : Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(option -> !option.isEmpty())
                .toList());
  }

  /**
   * Returns these parameters with {@code values} instead of all options of {@link SchedulerOption}.
   * Other options are kept.
   */
  public SchedulerParameters with(Map<SchedulerOption, String> values) {
    List<String> next = new ArrayList<>();
    values.forEach((option, value) -> next.add(option.optionName() + "=" + value));
    options.stream()
        .filter(option -> SchedulerOption.of(name(option)).isEmpty())
        .forEach(next::add);
    return new SchedulerParameters(next);
  }

  private static String name(String option) {
    int equals = option.indexOf('=');
    return equals < 0 ? option : option.substring(0, equals);
  }

  @Override
  public String toString() {
    return options.isEmpty() ? NOTHING : String.join(",", options);
  }
}
