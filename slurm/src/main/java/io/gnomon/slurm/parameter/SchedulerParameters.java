package io.gnomon.slurm.parameter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The value of Slurm's SchedulerParameters: a list of options, each {@code name} or {@code
 * name=value}.
 *
 * @param options the options as they are written, in their order
 */
public record SchedulerParameters(List<Option> options) {
  /** Name of the setting in slurm.conf. */
  public static final String KEY = "SchedulerParameters";

  private static final String OFF = "-1";
  private static final String NOTHING = "(null)";

  /**
   * An option.
   *
   * @param value what is written behind the equals sign; empty without one
   */
  public record Option(String name, Optional<String> value) {
    static Option parse(String text) {
      String[] parts = text.split("=", 2);
      return new Option(parts[0], parts.length < 2 ? Optional.empty() : Optional.of(parts[1]));
    }

    /** Its row, if it is simulated. */
    public Optional<SlurmParameter> row() {
      return SlurmParameter.of(name)
          .filter(row -> row.place() == Place.SCHEDULER_PARAMETERS && row.isSimulated());
    }

    /** Whether it turns off {@code row}, as {@code bf_interval=-1} does. */
    public boolean isOff(SlurmParameter row) {
      return name.equals(row.parameter()) && value.filter(OFF::equals).isPresent();
    }

    /** The option as it is written. */
    @Override
    public String toString() {
      return value.map(text -> name + "=" + text).orElse(name);
    }
  }

  /** Copies the list. */
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
                .map(Option::parse)
                .toList());
  }

  /** Whether an option without a value is among them. */
  public boolean has(String name) {
    return options.contains(new Option(name, Optional.empty()));
  }

  /** Returns these parameters with {@code values} of some options. Other options are kept. */
  public SchedulerParameters with(Map<SlurmParameter, String> values) {
    List<Option> next = new ArrayList<>();
    values.forEach((row, value) -> next.add(new Option(row.parameter(), Optional.of(value))));
    options.stream()
        .filter(option -> option.row().filter(values::containsKey).isEmpty())
        .forEach(next::add);
    return new SchedulerParameters(next);
  }

  /** Returns these parameters with another value of one option, or without it. */
  SchedulerParameters with(SlurmParameter row, Optional<String> value) {
    String name = row.parameter();
    boolean isFlag = row.allowed().kind() == Values.Kind.FLAG;
    List<Option> next = new ArrayList<>(options);
    int place = 0;
    while (place < next.size() && !next.get(place).name().equals(name)) {
      place++;
    }
    if (place < next.size()) {
      next.remove(place);
    }
    if (value.isPresent()) {
      next.add(place, new Option(name, isFlag ? Optional.empty() : value));
    }
    return new SchedulerParameters(next);
  }

  @Override
  public String toString() {
    return options.isEmpty()
        ? NOTHING
        : String.join(",", options.stream().map(Option::toString).toList());
  }
}
