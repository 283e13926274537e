package io.gnomon.slurm.accounts;

import io.gnomon.model.accounts.Association;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.accounts.QosFlag;
import io.gnomon.model.machine.PreemptMode;
import io.gnomon.slurm.mapping.Rejected;
import io.gnomon.slurm.mapping.SlurmScheduling;
import io.gnomon.slurm.value.SlurmTime;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The options of an association or a QOS. Names are those of commands of {@code sacctmgr}, and the
 * other names that dumps and listings have for them. Options without effect on scheduling are
 * skipped. Not thread-safe.
 */
public final class EntityOptions {
  private static final Pattern SIGNS = Pattern.compile("[-+ ]");
  private static final String UNSET = "-1";
  private static final String PARENT_SHARES_IN_DUMPS = "2147483647";
  private static final long LARGEST = 1 << 30;
  private static final long MOST_GRACE = 30 * 86_400L;

  private final boolean ofQos;
  private final LimitOptions limits;
  private int shares = 1;
  private long priority = Association.INHERITED;
  private String parent = "";
  private String defaultQos = "";
  private double usageFactor = 1;
  private int graceSeconds;
  private PreemptMode preemptMode = PreemptMode.CLUSTER;
  private final Set<String> flags = new LinkedHashSet<>();
  private final Set<String> preempts = new LinkedHashSet<>();
  private final Set<String> allowedQos = new TreeSet<>();

  private EntityOptions(boolean ofQos) {
    this.ofQos = ofQos;
    limits = new LimitOptions(ofQos);
  }

  /** An association without options. */
  public static EntityOptions ofAssociation() {
    return new EntityOptions(false);
  }

  /** A QOS without options. */
  public static EntityOptions ofQos() {
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
  public void set(String option, String value) {
    set(option, value, Rejected.THROW);
  }

  /**
   * Sets an option as {@link #set(String, String)}.
   *
   * @param rejected receives what is not understood or not simulated
   */
  public void set(String option, String value, Rejected rejected) {
    String name = SIGNS.matcher(option.toLowerCase(Locale.ROOT)).replaceAll("");
    try {
      switch (name) {
        case "fairshare", "share", "shares" -> shares = shares(value);
        case "parent", "parentname", "parname" -> parent = value;
        case "priority" -> priority = unset(value) ? Association.INHERITED : number(value);
        case "defaultqos", "defqos" -> defaultQos = unset(value) ? "" : value;
        case "partition", "partitions" -> requireNoPartition(value);
        case "usagefactor" -> usageFactor = unset(value) ? 1 : factor(value);
        case "gracetime" -> graceSeconds = unset(value) ? 0 : graceSeconds(value);
        case "flags" -> change(flags, option, value);
        case "preempt" -> change(preempts, option, value);
        case "preemptmode" -> preemptMode = preemptMode(value);
        case "qos" -> change(allowedQos, option, value);
        default -> limits.set(name, value, rejected);
      }
    } catch (IllegalArgumentException wrong) {
      rejected.accept(name, value, String.valueOf(wrong.getMessage()));
    }
  }

  /**
   * The mode of a {@code PreemptMode}, see {@link SlurmScheduling#preemptMode}.
   *
   * @throws IllegalArgumentException for another mode
   */
  public static PreemptMode preemptMode(String text) {
    return SlurmScheduling.preemptMode(text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "PreemptMode is '%s'; allowed are OFF, CANCEL, REQUEUE, SUSPEND and GANG"
                        .formatted(text)));
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
        : (int) Math.min(LARGEST, number(text));
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

  /** Commands have seconds, listings a time such as {@code 00:02:00}; at most 30 days. */
  private static int graceSeconds(String text) {
    long seconds =
        text.contains(":")
            ? SlurmTime.seconds(text).orElseThrow(() -> invalid(text, "a time such as 1-12:00:00"))
            : number(text);
    return (int) Math.min(MOST_GRACE, seconds);
  }

  private static long number(String text) {
    if (!text.matches("\\d{1,10}")) {
      throw invalid(text, "a number");
    }
    return Long.parseLong(text);
  }

  static IllegalArgumentException invalid(String text, String allowed) {
    return new IllegalArgumentException("'" + text + "' is not " + allowed);
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

  /** The account above an account. */
  public String parent() {
    return parent.isEmpty() ? Association.ROOT : parent;
  }

  /** The association of that account, and of that user if it is not empty. */
  public Association association(String account, String user) {
    return new Association(
        account,
        user,
        user.isEmpty() && !parent.equals(Association.ROOT) ? parent : "",
        shares,
        priority,
        limits.limits(),
        List.copyOf(allowedQos),
        defaultQos);
  }

  /** The QOS with that name. */
  public Qos qos(String name) {
    return new Qos(
        name,
        priority,
        usageFactor,
        limits.limits(),
        new LinkedHashSet<>(QosFlag.listed(flags)),
        List.copyOf(preempts),
        preemptMode,
        graceSeconds);
  }
}
