package io.gnomon.bridge.slurm.accounting;

import io.gnomon.events.accounting.LimitKind;
import io.gnomon.events.accounting.ResourceLimit;
import io.gnomon.model.accounts.QosFlag;
import io.gnomon.slurm.value.Amount;
import io.gnomon.slurm.value.SlurmTime;
import io.gnomon.slurm.value.Tres;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Maps the limits that sacctmgr prints to Gnomon's model; none if Slurm does not enforce them.
 * Limits without a counterpart are noted. Source: manual of sacctmgr and of slurm.conf.
 */
final class LimitMapping {
  private static final Map<String, LimitKind> KINDS = new LinkedHashMap<>();
  private static final Set<LimitKind> MINUTES =
      Set.of(LimitKind.WALL_MINUTES, LimitKind.GROUP_WALL_MINUTES);
  private static final Pattern COUNTED = Pattern.compile("cpu|mem|node|billing|(gres|license)/.+");
  private static final long MOST = 1L << 53;

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
              add(
                  kind,
                  null,
                  MINUTES.contains(kind) ? SlurmTime.minutes(printed) : amount("", printed),
                  limits);
            }
          });
    }
    return limits;
  }

  private void addTres(LimitKind kind, String item, List<ResourceLimit> limits) {
    String[] pair = item.split("=", 2);
    String tres = pair[0].strip().toLowerCase(Locale.ROOT);
    OptionalLong amount = OptionalLong.empty();
    if (pair.length == 2 && COUNTED.matcher(tres).matches()) {
      amount = amount(tres, pair[1]);
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

  /** The amount of a resource, or a number if {@code tres} is empty; empty if it is not one. */
  private static OptionalLong amount(String tres, String printed) {
    String text = printed.strip();
    long amount = Amount.matches(text) ? Tres.amountOf(tres, text) : MOST;
    return amount < MOST ? OptionalLong.of(amount) : OptionalLong.empty();
  }

  /** Returns the flags of a QOS with an effect on limits. */
  List<QosFlag> flags(Map<String, String> row) {
    return QosFlag.listed(List.of(row.getOrDefault("flags", "").split(","))).stream()
        .filter(QosFlag.OF_LIMITS::contains)
        .toList();
  }
}
