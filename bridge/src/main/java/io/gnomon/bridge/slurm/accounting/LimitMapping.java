package io.gnomon.bridge.slurm.accounting;

import io.gnomon.events.WireEnum;
import io.gnomon.events.accounting.ResourceLimit;
import io.gnomon.model.accounts.QosFlag;
import io.gnomon.model.limits.LimitKind;
import io.gnomon.slurm.limit.LimitRow;
import io.gnomon.slurm.value.Amount;
import io.gnomon.slurm.value.SlurmTime;
import io.gnomon.slurm.value.Tres;
import java.util.ArrayList;
import java.util.Arrays;
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
  private static final Pattern COUNTED = Pattern.compile("cpu|mem|node|billing|(gres|license)/.+");
  private static final long MOST = 1L << 53;

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
      for (LimitRow column : LimitRow.ALL) {
        add(column.kind(), row.getOrDefault(column.column(), ""), limits);
      }
    }
    return limits;
  }

  private void add(LimitKind kind, String printed, List<ResourceLimit> limits) {
    if (printed.isEmpty()) {
      return;
    }
    if (kind.isOfTres()) {
      Arrays.stream(printed.split(",")).forEach(item -> addTres(kind, item, limits));
    } else {
      add(kind, null, kind.isWallTime() ? SlurmTime.minutes(printed) : amount("", printed), limits);
    }
  }

  private void addTres(LimitKind kind, String item, List<ResourceLimit> limits) {
    String[] pair = item.split("=", 2);
    String tres = pair[0].strip().toLowerCase(Locale.ROOT);
    OptionalLong amount = OptionalLong.empty();
    if (pair.length == 2 && COUNTED.matcher(tres).matches()) {
      amount = amount(tres, pair[1]);
    }
    if (amount.isEmpty()) {
      notes.add("limit " + WireEnum.nameOf(kind) + " '" + item + "'");
    } else {
      add(kind, tres, amount, limits);
    }
  }

  private void add(
      LimitKind kind, @Nullable String tres, OptionalLong amount, List<ResourceLimit> limits) {
    if (amount.isPresent()) {
      limits.add(new ResourceLimit(kind, tres, amount.getAsLong()));
    } else {
      notes.add("limit " + WireEnum.nameOf(kind));
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
