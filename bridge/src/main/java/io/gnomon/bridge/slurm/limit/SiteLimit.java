package io.gnomon.bridge.slurm.limit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A limit or priority of a QOS or partition that can be changed while Slurm runs. Policies spell it
 * {@code qos.NAME.ATTRIBUTE} or {@code partition.NAME.ATTRIBUTE}, such as {@code
 * qos.normal.MaxJobsPU}. Values are whole numbers as Slurm prints them, empty for none.
 *
 * @param attribute what is set
 * @param of name of the QOS or partition
 */
public record SiteLimit(Attribute attribute, String of) {
  private static final long MOST = 1 << 30;
  private static final long MOST_JOB_FACTOR = 65_533;
  private static final String NAME = "[A-Za-z0-9]+([-_.]+[A-Za-z0-9]+)*";
  private static final String NONE = "-1";

  /** What can be set. Source: manual pages sacctmgr(1), scontrol(1) and slurm.conf(5). */
  public enum Attribute {
    /** Priority of a QOS, from which the QOS factor of its jobs is computed. */
    QOS_PRIORITY("qos.", ".Priority", 0, MOST, "priority", "Priority="),
    /** Running jobs of each user in a QOS. */
    JOBS_OF_USER("qos.", ".MaxJobsPU", 1, MOST, "maxjobspu", "MaxJobsPerUser="),
    /** CPUs that running jobs of each user in a QOS hold. */
    CPUS_OF_USER("qos.", ".MaxTRESPU.cpu", 1, MOST, "maxtrespu", "MaxTRESPerUser=cpu="),
    /** Priority of a partition, from which the partition factor of its jobs is computed. */
    JOB_FACTOR(
        "partition.",
        ".PriorityJobFactor",
        0,
        MOST_JOB_FACTOR,
        "PriorityJobFactor",
        "PriorityJobFactor=");

    private final String prefix;
    private final String suffix;
    private final long least;
    private final long most;
    private final String column;
    private final String option;

    Attribute(String prefix, String suffix, long least, long most, String column, String option) {
      this.prefix = prefix;
      this.suffix = suffix;
      this.least = least;
      this.most = most;
      this.column = column;
      this.option = option;
    }

    /** Returns whether it belongs to a QOS, and else to a partition. */
    public boolean isOfQos() {
      return this != JOB_FACTOR;
    }

    /** Returns whether it has an effect on the priority of jobs. */
    public boolean isPriority() {
      return this == QOS_PRIORITY || this == JOB_FACTOR;
    }

    /** Returns the smallest value that Slurm allows and that does not stop all jobs. */
    long least() {
      return least;
    }

    /** Returns the largest value. */
    long most() {
      return most;
    }

    /** Returns its column in the output of sacctmgr, or its name in that of scontrol. */
    String column() {
      return column;
    }

    private String form() {
      return prefix + "NAME" + suffix;
    }
  }

  /** Returns the limit with this name in a policy; empty if it is not the name of a limit. */
  public static Optional<SiteLimit> of(String parameter) {
    for (Attribute attribute : Attribute.values()) {
      int end = parameter.length() - attribute.suffix.length();
      if (parameter.startsWith(attribute.prefix)
          && parameter.endsWith(attribute.suffix)
          && end > attribute.prefix.length()) {
        String name = parameter.substring(attribute.prefix.length(), end);
        return name.matches(NAME) ? Optional.of(new SiteLimit(attribute, name)) : Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** Returns whether a parameter of a policy has the prefix of limits. */
  public static boolean isPrefixed(String parameter) {
    return Arrays.stream(Attribute.values())
        .anyMatch(attribute -> parameter.startsWith(attribute.prefix));
  }

  /** Returns the forms of all names, with {@code NAME} for that of the QOS or partition. */
  static List<String> forms() {
    return Arrays.stream(Attribute.values()).map(Attribute::form).toList();
  }

  /** Returns the name in a policy. */
  public String parameter() {
    return attribute.prefix + of + attribute.suffix;
  }

  /** Returns the value in what Slurm prints of the QOS or partition. */
  public String in(Map<String, String> printed) {
    String text = printed.getOrDefault(attribute.column, "");
    return attribute == Attribute.CPUS_OF_USER ? cpus(text) : text;
  }

  private static boolean isCpus(String item) {
    return item.startsWith("cpu=");
  }

  private static String cpus(String tres) {
    return Arrays.stream(tres.split(","))
        .filter(SiteLimit::isCpus)
        .map(item -> item.substring(item.indexOf('=') + 1))
        .findFirst()
        .orElse("");
  }

  /** Replaces the value in what Slurm prints of the QOS or partition. */
  public void replace(Map<String, String> printed, String value) {
    if (attribute != Attribute.CPUS_OF_USER) {
      printed.put(attribute.column, value);
      return;
    }
    List<String> items = new ArrayList<>();
    if (!value.isEmpty()) {
      items.add("cpu=" + value);
    }
    Arrays.stream(printed.getOrDefault(attribute.column, "").split(","))
        .filter(item -> !item.isEmpty() && !isCpus(item))
        .forEach(items::add);
    printed.put(attribute.column, String.join(",", items));
  }

  /** Returns the arguments of sacctmgr, for a QOS, or scontrol that set a value; empty for none. */
  public List<String> arguments(String value) {
    String setting = attribute.option + (value.isEmpty() ? NONE : value);
    return attribute.isOfQos()
        ? List.of("modify", "qos", of, "set", setting)
        : List.of("update", "PartitionName=" + of, setting);
  }
}
