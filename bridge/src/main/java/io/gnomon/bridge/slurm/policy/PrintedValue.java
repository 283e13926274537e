package io.gnomon.bridge.slurm.policy;

import io.gnomon.slurm.parameter.ChangeMethod;
import io.gnomon.slurm.parameter.Place;
import io.gnomon.slurm.parameter.SchedulerParameters;
import io.gnomon.slurm.parameter.SlurmParameter;
import io.gnomon.slurm.parameter.Unit;
import io.gnomon.slurm.parameter.ValueText;
import io.gnomon.slurm.parameter.Values;
import io.gnomon.slurm.value.SlurmTime;
import java.util.Optional;
import java.util.OptionalLong;

/** Values in slurm.conf in the form that {@code scontrol show config} prints. */
public final class PrintedValue {
  private static final int MINUTE = 60;

  private PrintedValue() {}

  /**
   * Converts the value of a setting that Gnomon may change.
   *
   * @param key its name, in any case
   * @return the same value if it is not one that Slurm allows
   */
  public static String of(String key, String conf) {
    return key.equals(SchedulerParameters.KEY)
        ? SchedulerParameters.parse(conf).toString()
        : SlurmParameter.in(Place.SLURM_CONF, ChangeMethod.RECONFIGURE)
            .filter(row -> row.printed().equalsIgnoreCase(key))
            .findFirst()
            .flatMap(row -> of(row, conf))
            .orElse(conf);
  }

  private static Optional<String> of(SlurmParameter row, String conf) {
    Values allowed = row.allowed();
    if (allowed.kind() == Values.Kind.CHOICE) {
      return Optional.of(conf.equalsIgnoreCase("yes") ? "Yes" : "No");
    }
    if (allowed.unit() == Unit.TIME) {
      OptionalLong minutes = SlurmTime.minutes(conf);
      return minutes.isEmpty()
          ? Optional.empty()
          : Optional.of(ValueText.time(MINUTE * minutes.getAsLong()));
    }
    // Slurm reads a number with a leading 0 as octal
    return conf.matches("0|[1-9]\\d{0,9}") ? Optional.of(conf) : Optional.empty();
  }
}
