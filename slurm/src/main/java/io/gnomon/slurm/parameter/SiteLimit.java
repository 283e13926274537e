package io.gnomon.slurm.parameter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A limit or priority of a QOS or partition that can be changed while Slurm runs. Policies spell it
 * {@code qos.NAME.ATTRIBUTE} or {@code partition.NAME.ATTRIBUTE}, such as {@code
 * qos.normal.MaxJobsPU}. Values are whole numbers as Slurm prints them, empty for none.
 *
 * @param row what is set
 * @param of name of the QOS or partition
 */
public record SiteLimit(SlurmParameter row, String of) {
  private static final String NAME = "NAME";
  private static final Pattern NAMES = Pattern.compile("\\w+([-.]+\\w+)*");
  private static final String NONE = "-1";

  private static Stream<SlurmParameter> rows() {
    return Arrays.stream(SlurmParameter.values())
        .filter(row -> row.group() == ParameterGroup.LIMITS);
  }

  /** Returns the limit with this name in a policy; empty if it is not the name of a limit. */
  public static Optional<SiteLimit> of(String parameter) {
    return rows()
        .filter(row -> parameter.startsWith(prefix(row)) && parameter.endsWith(suffix(row)))
        .findFirst()
        .flatMap(row -> of(row, parameter));
  }

  private static Optional<SiteLimit> of(SlurmParameter row, String parameter) {
    int begin = prefix(row).length();
    int end = parameter.length() - suffix(row).length();
    String name = end < begin ? "" : parameter.substring(begin, end);
    return NAMES.matcher(name).matches() ? Optional.of(new SiteLimit(row, name)) : Optional.empty();
  }

  /** Returns whether a parameter of a policy has the prefix of limits. */
  public static boolean isPrefixed(String parameter) {
    return rows().anyMatch(row -> parameter.startsWith(prefix(row)));
  }

  /** Returns the forms of all names, with {@code NAME} for that of the QOS or partition. */
  public static List<String> forms() {
    return rows().map(SlurmParameter::parameter).toList();
  }

  private static String prefix(SlurmParameter row) {
    return row.parameter().substring(0, row.parameter().indexOf(NAME));
  }

  private static String suffix(SlurmParameter row) {
    return row.parameter().substring(row.parameter().indexOf(NAME) + NAME.length());
  }

  /** The column of sacctmgr, or the name that scontrol prints. */
  private static String column(SlurmParameter row) {
    String attribute = suffix(row).split("\\.", -1)[1];
    return row.place() == Place.QOS ? attribute.toLowerCase(Locale.ROOT) : attribute;
  }

  /** What the value in a list such as {@code cpu=8,mem=1G} begins with; empty without a list. */
  private static String item(SlurmParameter row) {
    String[] parts = suffix(row).split("\\.", -1);
    return parts.length < 3 ? "" : parts[2] + "=";
  }

  /** Returns the name in a policy. */
  public String parameter() {
    return prefix(row) + of + suffix(row);
  }

  /** Returns whether it belongs to a QOS, and else to a partition. */
  public boolean isOfQos() {
    return row.place() == Place.QOS;
  }

  /** Returns whether it has an effect on the priority of jobs. */
  public boolean isPriority() {
    return row == SlurmParameter.QOS_PRIORITY || row == SlurmParameter.PARTITION_JOB_FACTOR;
  }

  /** Returns the value in what Slurm prints of the QOS or partition. */
  public String in(Map<String, String> printed) {
    String text = printed.getOrDefault(column(row), "");
    String item = item(row);
    return item.isEmpty()
        ? text
        : Arrays.stream(text.split(","))
            .filter(one -> one.startsWith(item))
            .map(one -> one.substring(item.length()))
            .findFirst()
            .orElse("");
  }

  /** Replaces the value in what Slurm prints of the QOS or partition. */
  public void replace(Map<String, String> printed, String value) {
    String item = item(row);
    if (item.isEmpty()) {
      printed.put(column(row), value);
      return;
    }
    List<String> items = new ArrayList<>();
    if (!value.isEmpty()) {
      items.add(item + value);
    }
    Arrays.stream(printed.getOrDefault(column(row), "").split(","))
        .filter(one -> !one.isEmpty() && !one.startsWith(item))
        .forEach(items::add);
    printed.put(column(row), String.join(",", items));
  }

  /** Returns the command that sets a value; empty for none. */
  public String command(String value) {
    return (isOfQos() ? "sacctmgr -i " : "scontrol ") + String.join(" ", arguments(value));
  }

  /** Returns the arguments of sacctmgr, for a QOS, or scontrol that set a value; empty for none. */
  public List<String> arguments(String value) {
    String setting = row.printed() + "=" + (value.isEmpty() ? NONE : value);
    return isOfQos()
        ? List.of("modify", "qos", of, "set", setting)
        : List.of("update", "PartitionName=" + of, setting);
  }
}
