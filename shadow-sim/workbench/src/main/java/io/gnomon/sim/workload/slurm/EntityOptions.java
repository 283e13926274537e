package io.gnomon.sim.workload.slurm;

import io.gnomon.model.accounts.QosFlag;
import io.gnomon.model.machine.PreemptMode;
import io.gnomon.sim.limit.Limits;
import io.gnomon.sim.machine.PreemptionRule;
import io.gnomon.sim.priority.Qos;
import io.gnomon.sim.priority.fairshare.Association;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The options of an association or a QOS. Names are those of commands of {@code sacctmgr}, and the
 * other names that dumps and listings have for them. Options without effect on scheduling are
 * skipped. Not thread-safe.
 */
final class EntityOptions {
  private static final String UNSET = "-1";
  private static final String PARENT_SHARES_IN_DUMPS = "2147483647";

  private final boolean ofQos;
  private final LimitOptions limits;
  private @Nullable Integer shares;
  private @Nullable Long priority;
  private @Nullable String parent;
  private @Nullable String defaultQos;
  private double usageFactor = 1;
  private int graceSeconds;
  private PreemptMode preemptMode = PreemptMode.CLUSTER;
  private final Set<String> flags = new TreeSet<>();
  private final Set<String> preempts = new TreeSet<>();

  private EntityOptions(boolean ofQos) {
    this.ofQos = ofQos;
    limits = new LimitOptions(ofQos);
  }

  /** An association without options. */
  static EntityOptions ofAssociation() {
    return new EntityOptions(false);
  }

  /** A QOS without options. */
  static EntityOptions ofQos() {
    return new EntityOptions(true);
  }

  /**
   * Sets an option.
   *
   * @param option name in any case; {@code +} or {@code -} at its end adds to a list or removes
   *     from it
   * @throws IllegalArgumentException for a value that is not understood, or one that would change
   *     the schedule and is not simulated
   */
  void set(String option, String value) {
    String name = option.toLowerCase(Locale.ROOT).replace("+", "").replace("-", "");
    switch (name.replace(" ", "")) {
      case "fairshare", "share", "shares" -> shares = shares(value);
      case "parent", "parentname", "parname" -> parent = value.isEmpty() ? null : value;
      case "priority" -> priority = unset(value) ? null : (long) SlurmUnits.number(value);
      case "defaultqos", "defqos" -> defaultQos = unset(value) ? null : value;
      case "partition", "partitions" -> requireNoPartition(value);
      case "usagefactor" -> usageFactor = unset(value) ? 1 : factor(value);
      case "gracetime" -> graceSeconds = unset(value) ? 0 : graceSeconds(value);
      case "flags" -> change(flags, option, value);
      case "preempt" -> change(preempts, option, value);
      case "preemptmode" -> preemptMode = SlurmUnits.preemptMode(value);
      default -> limits.set(name, value);
    }
  }

  private static boolean unset(String value) {
    return value.isEmpty() || value.equals(UNSET);
  }

  private static int shares(String text) {
    if (unset(text)) {
      return 1;
    }
    return text.equalsIgnoreCase("parent") || text.equals(PARENT_SHARES_IN_DUMPS)
        ? Association.PARENT_SHARES
        : SlurmUnits.number(text);
  }

  private void requireNoPartition(String value) {
    if (!ofQos && !value.isEmpty()) {
      throw new IllegalArgumentException(
          "the association is for partition '"
              + value
              + "' only, which is not simulated; allowed are associations without a partition");
    }
  }

  private static double factor(String text) {
    if (!text.matches("\\d+(\\.\\d*)?|\\.\\d+")) {
      throw new IllegalArgumentException("UsageFactor is '" + text + "'; allowed is 0 or more");
    }
    return Double.parseDouble(text);
  }

  /** Commands have seconds, listings a time such as {@code 00:02:00}. */
  private static int graceSeconds(String text) {
    return text.contains(":") ? SlurmUnits.seconds(text) : SlurmUnits.number(text);
  }

  private static void change(Set<String> set, String option, String value) {
    List<String> names =
        Arrays.stream(value.split(","))
            .map(String::strip)
            .filter(name -> !name.isEmpty() && !name.equals(UNSET))
            .toList();
    if (option.endsWith("-")) {
      names.forEach(set::remove);
      return;
    }
    if (!option.endsWith("+")) {
      set.clear();
    }
    set.addAll(names);
  }

  /** The parent of an account, if one is named. */
  Optional<String> parent() {
    return Optional.ofNullable(parent);
  }

  /** Shares of an association, 1 if not set. */
  int shares() {
    return shares == null ? 1 : shares;
  }

  /** The priority, if one is set. */
  Optional<Long> priority() {
    return Optional.ofNullable(priority);
  }

  /** The default QOS of an association, if one is set. */
  Optional<String> defaultQos() {
    return Optional.ofNullable(defaultQos);
  }

  /** The limits. */
  Limits limits() {
    return limits.limits();
  }

  /**
   * The QOS with that name.
   *
   * @throws IllegalArgumentException for a value out of range
   */
  Qos qos(String name) {
    return new Qos(
        name,
        priority().orElse(0L),
        usageFactor,
        Set.copyOf(QosFlag.listed(flags)),
        preempts,
        new PreemptionRule(preemptMode, graceSeconds));
  }
}
