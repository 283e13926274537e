package io.gnomon.sim.assess.change;

import io.gnomon.model.machine.AllocationUnit;
import io.gnomon.model.machine.Selection;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.policy.difference.PolicyDifference;
import io.gnomon.sim.policy.difference.SiteValues;
import io.gnomon.sim.policy.slurm.SlurmFamily;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.spec.Spec;
import io.gnomon.slurm.parameter.ChangedSetting;
import io.gnomon.slurm.parameter.SchedulerParameters;
import io.gnomon.slurm.value.HostList;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The lines that turn one configuration into another one, in the syntax of {@code slurm.conf}.
 *
 * @param made lines that make the change
 * @param undone lines that restore what was before
 */
public record ConfigurationLines(List<String> made, List<String> undone) {
  private static final int MINUTE = 60;
  private static final int HOUR = 3600;
  private static final int DAY = 24 * HOUR;

  /** Copies the lists. */
  public ConfigurationLines {
    made = List.copyOf(made);
    undone = List.copyOf(undone);
  }

  /** The lines between two setups of one site. */
  public static ConfigurationLines between(SimulatedSite before, SimulatedSite after) {
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
      selection(old, fresh, made);
      selection(fresh, old, undone);
      partitions(old, fresh, made);
      partitions(fresh, old, undone);
      made.addAll(LimitChanges.commands(old, fresh));
      undone.addAll(LimitChanges.commands(fresh, old));
    }
    return new ConfigurationLines(made, undone);
  }

  /** Whether Slurm itself can be set to both; an order of the queue is not Slurm's. */
  private static boolean isSlurms(Spec before, Spec after) {
    return after.name().equals(SlurmFamily.NAME)
        && before.name().equals(SlurmFamily.NAME)
        && !after.parameters().containsKey("order");
  }

  private static void parameters(
      Spec before,
      Spec after,
      @Nullable SlurmDefinitions site,
      List<String> made,
      List<String> undone) {
    Accounts accounts = site == null ? null : site.accounts();
    List<ChangedSetting> changes =
        PolicyDifference.ofSlurm(
            before,
            after,
            accounts == null ? SiteValues.UNKNOWN : SiteValues.of(accounts.settings()));
    Optional<SchedulerParameters> written =
        Optional.of(SchedulerParameters.parse(site == null ? "" : site.schedulerParameters()));
    made.addAll(ChangedSetting.lines(changes, written));
    undone.addAll(
        ChangedSetting.lines(changes.stream().map(ChangedSetting::inverse).toList(), written));
  }

  /** How nodes are shared; whole nodes are given by another plugin. */
  private static void selection(
      SlurmDefinitions before, SlurmDefinitions after, List<String> lines) {
    Selection wanted = after.machine().selection();
    if (!wanted.equals(before.machine().selection())) {
      boolean whole = wanted.unit() == AllocationUnit.NODE;
      lines.add("SelectType=select/" + (whole ? "linear" : "cons_tres"));
      lines.add(
          whole
              ? (wanted.memory()
                  ? "SelectTypeParameters=CR_Memory"
                  : "# remove the line SelectTypeParameters")
              : "SelectTypeParameters=CR_Core_Memory");
      lines.add("# SelectType needs a restart of slurmctld and slurmd while no job runs");
    }
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
  static String time(long seconds) {
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
