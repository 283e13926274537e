package io.gnomon.sim.assess.change;

import io.gnomon.sim.machine.HostList;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.slurm.SlurmFamily;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.priority.PrioritySettings;
import io.gnomon.sim.priority.PriorityWeights;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The lines that turn one configuration into another one, in the syntax of {@code slurm.conf}.
 *
 * @param made lines that make the change
 * @param undone lines that restore what was before
 */
public record ConfigurationLines(List<String> made, List<String> undone) {
  private static final String SCHEDULER_PARAMETERS = "SchedulerParameters";
  private static final int MINUTE = 60;
  private static final int HOUR = 3600;
  private static final int DAY = 24 * HOUR;

  /** Copies the lists. */
  public ConfigurationLines {
    made = List.copyOf(made);
    undone = List.copyOf(undone);
  }

  /** The lines between two setups of one site. */
  public static ConfigurationLines between(Setup before, Setup after) {
    SlurmDefinitions old = before.slurm();
    SlurmDefinitions fresh = after.slurm();
    List<String> made = new ArrayList<>();
    List<String> undone = new ArrayList<>();
    if (!isSlurms(before.policy(), after.policy())) {
      made.add("policy: " + after.policy());
      undone.add("policy: " + before.policy());
    } else {
      parameters(before.policy(), after.policy(), old, made, undone);
    }
    if (old != null && fresh != null) {
      partitions(old, fresh, made);
      partitions(fresh, old, undone);
      made.addAll(LimitChanges.commands(old, fresh));
      undone.addAll(LimitChanges.commands(fresh, old));
    }
    return new ConfigurationLines(made, undone);
  }

  /** Whether Slurm itself can be set to both; an order of the queue is not Slurm's. */
  private static boolean isSlurms(PolicySpec before, PolicySpec after) {
    return after.name().equals(SlurmFamily.NAME)
        && before.name().equals(SlurmFamily.NAME)
        && !after.parameters().containsKey("order");
  }

  private static void parameters(
      PolicySpec before,
      PolicySpec after,
      @Nullable SlurmDefinitions site,
      List<String> made,
      List<String> undone) {
    Set<String> keys = new TreeSet<>(before.parameters().keySet());
    keys.addAll(after.parameters().keySet());
    Map<String, String> changed = new LinkedHashMap<>();
    for (String key : keys) {
      String value = after.parameters().getOrDefault(key, "");
      if (value.equals(before.parameters().getOrDefault(key, ""))) {
        continue;
      }
      if (key.startsWith("Priority")) {
        made.add(key + "=" + written(key, value));
        String was = before.parameters().getOrDefault(key, "");
        undone.add(
            was.isEmpty()
                ? ofSite(key, site == null ? null : site.accounts())
                : key + "=" + written(key, was));
      } else {
        changed.put(key, written(key, value));
      }
    }
    if (!changed.isEmpty()) {
      String written = site == null ? "" : site.schedulerParameters();
      made.add(SCHEDULER_PARAMETERS + "=" + replaced(written, changed));
      undone.add(
          written.isEmpty()
              ? "# remove the line " + SCHEDULER_PARAMETERS
              : SCHEDULER_PARAMETERS + "=" + written);
    }
  }

  /** The parameters as written, with some values replaced and others added. */
  private static String replaced(String written, Map<String, String> changed) {
    Map<String, String> left = new LinkedHashMap<>(changed);
    List<String> options = new ArrayList<>();
    for (String option : written.isEmpty() ? new String[0] : written.split(",", -1)) {
      String name = option.strip().split("=", 2)[0];
      String value = left.remove(name);
      if (value == null) {
        options.add(option.strip());
      } else if (!value.isEmpty()) {
        options.add(name + "=" + value);
      }
    }
    left.forEach(
        (name, value) -> {
          if (!value.isEmpty()) {
            options.add(name + "=" + value);
          }
        });
    return String.join(",", options);
  }

  /** A value in Slurm's units: seconds, or minutes for the window. */
  private static String written(String key, String value) {
    if (value.isEmpty() || !Character.isDigit(value.charAt(0))) {
      return value;
    }
    char unit = value.charAt(value.length() - 1);
    if (Character.isDigit(unit)) {
      return value;
    }
    long number = Long.parseLong(value.substring(0, value.length() - 1));
    long seconds =
        switch (unit) {
          case 's' -> number;
          case 'm' -> MINUTE * number;
          case 'h' -> HOUR * number;
          default -> DAY * number;
        };
    if (key.equals("bf_window")) {
      return Long.toString(seconds / MINUTE);
    }
    return key.startsWith("Priority") ? time(seconds) : Long.toString(seconds);
  }

  /** The site's own value of a priority parameter. */
  private static String ofSite(String key, @Nullable Accounts accounts) {
    if (accounts == null) {
      return "# remove the line " + key;
    }
    PrioritySettings settings = accounts.settings();
    PriorityWeights weights = settings.weights();
    return key
        + "="
        + switch (key) {
          case "PriorityWeightAge" -> Math.round(weights.age());
          case "PriorityWeightAssoc" -> Math.round(weights.association());
          case "PriorityWeightFairshare" -> Math.round(weights.fairShare());
          case "PriorityWeightJobSize" -> Math.round(weights.jobSize());
          case "PriorityWeightPartition" -> Math.round(weights.partition());
          case "PriorityWeightQOS" -> Math.round(weights.qos());
          case "PriorityMaxAge" -> time(settings.maxAgeSeconds());
          case "PriorityDecayHalfLife" -> time(settings.halfLifeSeconds());
          case "PriorityFavorSmall" -> settings.favorsSmall() ? "YES" : "NO";
          default -> "";
        };
  }

  private static void partitions(
      SlurmDefinitions before, SlurmDefinitions after, List<String> lines) {
    for (Partition partition : after.machine().partitions()) {
      int number = before.machine().partition(partition.name());
      List<String> values = new ArrayList<>();
      if (number < 0) {
        values.add("Nodes=" + HostList.compress(partition.nodes()));
        values.add("MaxTime=" + time(partition.maxSeconds()));
        values.add("PriorityTier=" + partition.tier());
      } else {
        Partition old = before.machine().partitions().get(number);
        if (!old.nodes().equals(partition.nodes())) {
          values.add("Nodes=" + HostList.compress(partition.nodes()));
        }
        if (old.defaultSeconds() != partition.defaultSeconds()) {
          values.add("DefaultTime=" + time(partition.defaultSeconds()));
        }
        if (old.maxSeconds() != partition.maxSeconds()) {
          values.add("MaxTime=" + time(partition.maxSeconds()));
        }
        if (old.exclusive() != partition.exclusive()) {
          values.add("OverSubscribe=" + (partition.exclusive() ? "EXCLUSIVE" : "NO"));
        }
      }
      if (!values.isEmpty()) {
        lines.add("PartitionName=" + partition.name() + " " + String.join(" ", values));
      }
    }
    for (Partition partition : before.machine().partitions()) {
      if (after.machine().partition(partition.name()) < 0) {
        lines.add("# remove the line PartitionName=" + partition.name());
      }
    }
  }

  /** A time as in {@code slurm.conf}: days, hours, minutes and seconds. */
  private static String time(long seconds) {
    return seconds == Partition.UNLIMITED
        ? "UNLIMITED"
        : String.format(
            Locale.ROOT,
            "%d-%02d:%02d:%02d",
            seconds / DAY,
            seconds % DAY / HOUR,
            seconds % HOUR / MINUTE,
            seconds % MINUTE);
  }
}
