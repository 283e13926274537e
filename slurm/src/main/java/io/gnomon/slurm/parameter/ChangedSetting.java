package io.gnomon.slurm.parameter;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Another value of a setting of Slurm. Values are in Slurm's form, {@value Values#OF_SITE} for one
 * of the site that is not known, and empty where none is set.
 *
 * @param row what is set
 * @param of name of the QOS or partition; empty for others
 */
public record ChangedSetting(
    SlurmParameter row, String of, Optional<String> from, Optional<String> to) {

  /**
   * A change between two values of the policy {@code slurm}.
   *
   * @param of name of the QOS or partition; empty for others
   */
  public static ChangedSetting between(
      SlurmParameter row, String of, Optional<String> from, Optional<String> to) {
    return new ChangedSetting(
        row, of, from.map(value -> slurms(row, value)), to.map(value -> slurms(row, value)));
  }

  private static String slurms(SlurmParameter row, String value) {
    if (value.equals(Values.OF_SITE)) {
      return value;
    }
    if (row == SlurmParameter.SCHEDULER) {
      return "sched/" + value;
    }
    try {
      return row.change() == ChangeMethod.RECONFIGURE ? ValueText.toSlurm(row, value) : value;
    } catch (IllegalArgumentException notAllowed) {
      return value;
    }
  }

  /** The name as Slurm prints it, with that of the QOS or partition. */
  public String name() {
    return of.isEmpty()
        ? row.printed()
        : "%s of %s %s".formatted(row.printed(), row.place().title(), of);
  }

  /** The value before in words: Slurm's default where none is set. */
  public String before() {
    return shown(from);
  }

  /** The value after in words: Slurm's default where none is set. */
  public String after() {
    return shown(to);
  }

  private String shown(Optional<String> value) {
    String text =
        value.orElseGet(
            () -> row.allowed().isOfSite() ? "none" : slurms(row, row.allowed().defaultText()));
    return text.equals(Values.OF_SITE) ? "the site’s value" : text;
  }

  /** The change back. */
  public ChangedSetting inverse() {
    return new ChangedSetting(row, of, to, from);
  }

  /**
   * The lines of slurm.conf that make some changes.
   *
   * @param written the value of SchedulerParameters before, empty if it is not known
   */
  public static List<String> lines(
      List<ChangedSetting> changes, Optional<SchedulerParameters> written) {
    List<String> lines = new ArrayList<>();
    in(changes, Place.SLURM_CONF).forEach(one -> lines.add(one.line()));
    List<ChangedSetting> options = in(changes, Place.SCHEDULER_PARAMETERS).toList();
    if (!options.isEmpty()) {
      lines.add(written.map(before -> line(options, before)).orElseGet(() -> abridged(options)));
    }
    return lines;
  }

  private static String line(List<ChangedSetting> options, SchedulerParameters before) {
    SchedulerParameters after = before;
    for (ChangedSetting one : options) {
      after = after.with(one.row, one.to);
    }
    return after.options().isEmpty()
        ? "# remove the line " + SchedulerParameters.KEY
        : SchedulerParameters.KEY + "=" + after;
  }

  private String line() {
    return to.filter(value -> !value.equals(Values.OF_SITE))
        .map(value -> row.printed() + "=" + value)
        .orElse("# remove the line " + row.printed());
  }

  /** The options that change, after others that are not known. */
  private static String abridged(List<ChangedSetting> options) {
    StringBuilder set = new StringBuilder(SchedulerParameters.KEY + "=…");
    List<String> removed = new ArrayList<>();
    for (ChangedSetting one : options) {
      String name = one.row.parameter();
      if (one.to.isEmpty()) {
        removed.add(name);
      } else {
        set.append(',').append(new SchedulerParameters(List.of()).with(one.row, one.to));
      }
    }
    return set + (removed.isEmpty() ? "" : " without " + String.join(" and ", removed));
  }

  /** The commands that make some changes, the lines of slurm.conf first. */
  public static List<String> commands(List<ChangedSetting> changes) {
    List<String> commands = new ArrayList<>();
    lines(changes, Optional.empty()).forEach(line -> commands.add("slurm.conf: " + line));
    if (!commands.isEmpty()) {
      commands.add("scontrol reconfigure");
    }
    Stream.concat(in(changes, Place.QOS), in(changes, Place.PARTITION))
        .forEach(one -> commands.add(one.command()));
    return commands;
  }

  private String command() {
    return to.filter(Values.OF_SITE::equals).isPresent()
        ? "# restore " + name()
        : new SiteLimit(row, of).command(to.orElse(""));
  }

  private static Stream<ChangedSetting> in(List<ChangedSetting> changes, Place place) {
    return changes.stream().filter(one -> one.row.place() == place);
  }
}
