package io.gnomon.bridge.slurm.apply;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The value of Slurm's SchedulerParameters: options in their order, {@code name=value} or a name.
 *
 * @param options as they are written
 */
record SchedulerParameters(List<String> options) {
  /** The setting's name. */
  static final String KEY = "SchedulerParameters";

  private static final String NOTHING = "(null)";

  SchedulerParameters {
    options = List.copyOf(options);
  }

  /** Reads what slurm.conf has, or {@code scontrol show config} prints. */
  static SchedulerParameters parse(String text) {
    return new SchedulerParameters(
        text.equals(NOTHING)
            ? List.of()
            : Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(option -> !option.isEmpty())
                .toList());
  }

  /**
   * These with {@code values} in place of all that {@link SchedulerOption} knows; the others, which
   * a policy says nothing of, stay.
   */
  SchedulerParameters with(Map<SchedulerOption, String> values) {
    List<String> next = new ArrayList<>();
    values.forEach((option, value) -> next.add(option.word() + "=" + value));
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
