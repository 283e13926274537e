package io.gnomon.bridge.slurm.accounting;

import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.events.accounting.LimitKind;
import io.gnomon.events.accounting.QosFlag;
import io.gnomon.events.accounting.ResourceLimit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Maps the limits that sacctmgr prints to Gnomon's model; none if Slurm does not enforce them.
 * Limits without a counterpart are noted. Source: manual of sacctmgr and of slurm.conf.
 */
final class LimitMapping {
  /** The columns of limits of {@code sacctmgr show associations}. */
  static final String ASSOCIATION_COLUMNS =
      "grpjobs,grpsubmit,grpwall,grptres,grptresmins,grptresrunmins,"
          + "maxjobs,maxsubmit,maxwall,maxtres,maxtrespernode,maxtresmins";

  /** The columns of limits of {@code sacctmgr show qos}. */
  static final String QOS_COLUMNS =
      "grpjobs,grpsubmit,grpwall,grptres,grptresmins,grptresrunmins,"
          + "maxwall,maxtres,maxtrespernode,maxtresmins,maxtrespu,maxtrespa,"
          + "maxjobspu,maxjobspa,maxsubmitpu,maxsubmitpa,mintres";

  private static final Map<String, LimitKind> KINDS = new LinkedHashMap<>();
  private static final Set<LimitKind> MINUTES =
      Set.of(LimitKind.WALL_MINUTES, LimitKind.GROUP_WALL_MINUTES);
  private static final Pattern AMOUNT = Pattern.compile("(\\d{1,15})(?:\\.(\\d+))?([KMGTP]?)");
  private static final Pattern TRES = Pattern.compile("cpu|mem|node|billing|(gres|license)/.+");
  private static final String UNITS = "KMGTP";
  private static final long MOST = 1L << 53;
  private static final int KIBI = 1024;

  static {
    KINDS.put("grpjobs", LimitKind.GROUP_JOBS);
    KINDS.put("grpsubmit", LimitKind.GROUP_SUBMITTED);
    KINDS.put("grpwall", LimitKind.GROUP_WALL_MINUTES);
    KINDS.put("grptres", LimitKind.GROUP_TRES);
    KINDS.put("grptresmins", LimitKind.GROUP_TRES_MINUTES);
    KINDS.put("grptresrunmins", LimitKind.GROUP_TRES_RUN_MINUTES);
    KINDS.put("maxjobs", LimitKind.JOBS);
    KINDS.put("maxsubmit", LimitKind.SUBMITTED);
    KINDS.put("maxwall", LimitKind.WALL_MINUTES);
    KINDS.put("maxtres", LimitKind.JOB_TRES);
    KINDS.put("maxtrespernode", LimitKind.NODE_TRES);
    KINDS.put("maxtresmins", LimitKind.JOB_TRES_MINUTES);
    KINDS.put("maxtrespu", LimitKind.USER_TRES);
    KINDS.put("maxtrespa", LimitKind.ACCOUNT_TRES);
    KINDS.put("maxjobspu", LimitKind.JOBS_OF_USER);
    KINDS.put("maxjobspa", LimitKind.JOBS_OF_ACCOUNT);
    KINDS.put("maxsubmitpu", LimitKind.SUBMITTED_OF_USER);
    KINDS.put("maxsubmitpa", LimitKind.SUBMITTED_OF_ACCOUNT);
    KINDS.put("mintres", LimitKind.LEAST_TRES);
  }

  private final Set<String> enforced;
  private final List<String> notes;

  /**
   * A mapping.
   *
   * @param settings as {@code scontrol show config} prints them
   * @param notes receives what cannot be mapped
   */
  LimitMapping(Map<String, String> settings, List<String> notes) {
    this.notes = notes;
    enforced =
        Arrays.stream(settings.getOrDefault("AccountingStorageEnforce", "").split(","))
            .map(word -> word.strip().toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
  }

  /** Whether jobs start only if limits on minutes allow them to run until their time limits. */
  boolean areSafe() {
    return enforced.contains("safe") || enforced.contains("all");
  }

  /** Returns the limits in a row of sacctmgr. */
  List<ResourceLimit> of(Map<String, String> row) {
    List<ResourceLimit> limits = new ArrayList<>();
    if (areSafe() || enforced.contains("limits")) {
      KINDS.forEach(
          (column, kind) -> {
            String printed = row.getOrDefault(column, "");
            if (printed.isEmpty()) {
              return;
            }
            if (kind.isOfTres()) {
              Arrays.stream(printed.split(",")).forEach(item -> addTres(kind, item, limits));
            } else {
              add(kind, null, MINUTES.contains(kind) ? minutes(printed) : amount(printed), limits);
            }
          });
    }
    return limits;
  }

  private void addTres(LimitKind kind, String item, List<ResourceLimit> limits) {
    String[] pair = item.split("=", 2);
    String tres = pair[0].strip().toLowerCase(Locale.ROOT);
    OptionalLong amount = OptionalLong.empty();
    if (pair.length == 2 && TRES.matcher(tres).matches()) {
      amount = tres.equals("mem") ? mebibytes(pair[1]) : amount(pair[1]);
    }
    if (amount.isEmpty()) {
      notes.add("limit " + kind.wireName() + " '" + item + "'");
    } else {
      add(kind, tres, amount, limits);
    }
  }

  private void add(
      LimitKind kind, @Nullable String tres, OptionalLong amount, List<ResourceLimit> limits) {
    if (amount.isPresent()) {
      limits.add(new ResourceLimit(kind, tres, amount.getAsLong()));
    } else {
      notes.add("limit " + kind.wireName());
    }
  }

  /** A time such as {@code 1-00:00:00}, in whole minutes. */
  private static OptionalLong minutes(String printed) {
    long minutes = PartitionRecord.minutes(printed);
    return minutes == JobRecord.UNLIMITED ? OptionalLong.empty() : OptionalLong.of(minutes);
  }

  /** A number, which Slurm may shorten with a unit of 1,024. */
  private static OptionalLong amount(String printed) {
    return scaled(printed, -1);
  }

  /** Memory, in MiB where no unit is printed. */
  private static OptionalLong mebibytes(String printed) {
    return scaled(printed, UNITS.indexOf('M'));
  }

  private static OptionalLong scaled(String printed, int unit) {
    Matcher matcher = AMOUNT.matcher(printed.strip());
    if (!matcher.matches()) {
      return OptionalLong.empty();
    }
    int exponent = matcher.group(3).isEmpty() ? 0 : UNITS.indexOf(matcher.group(3)) - unit;
    String fraction = matcher.group(2) == null ? "" : "." + matcher.group(2);
    double amount = Double.parseDouble(matcher.group(1) + fraction) * Math.pow(KIBI, exponent);
    return amount < MOST ? OptionalLong.of(Math.round(amount)) : OptionalLong.empty();
  }

  /** Returns the flags of a QOS with an effect on limits. */
  List<QosFlag> flags(Map<String, String> row) {
    List<QosFlag> flags = new ArrayList<>();
    for (String name : row.getOrDefault("flags", "").split(",")) {
      switch (name.strip().toLowerCase(Locale.ROOT)) {
        case "denyonlimit" -> flags.add(QosFlag.DENY_ON_LIMIT);
        case "nodecay" -> flags.add(QosFlag.NO_DECAY);
        case "overpartqos" -> flags.add(QosFlag.OVER_PARTITION_QOS);
        default -> {} // no effect on limits
      }
    }
    return flags;
  }
}
