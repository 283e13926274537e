package io.gnomon.sim.workload.slurm;

import io.gnomon.model.limits.LimitKind;
import io.gnomon.sim.limit.Limits;
import io.gnomon.slurm.limit.LimitRow;
import io.gnomon.slurm.value.Amount;
import io.gnomon.slurm.value.Tres;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The limits of an association or a QOS by the names of their options: those of commands, of dumps
 * and of the columns of listings. Not thread-safe. Source: manual of sacctmgr.
 */
final class LimitOptions {
  private record Option(LimitKind limit, String tres) {}

  private static final String ANY = "";
  private static final Map<String, Option> OPTIONS = new HashMap<>();
  private static final Set<String> NOT_SIMULATED =
      Set.of(
          "grpjobsaccrue",
          "maxjobsaccrue",
          "maxjobsaccrueperaccount",
          "maxjobsaccrueperuser",
          "maxjobsaccruepa",
          "maxjobsaccruepu",
          "maxtresrunmins",
          "maxtresrunminsperaccount",
          "maxtresrunminsperuser",
          "maxtresrunminspa",
          "maxtresrunminspu",
          "usagethreshold",
          "usagethres");

  static {
    for (LimitRow row : LimitRow.ALL) {
      row.options().forEach((name, tres) -> OPTIONS.put(name, new Option(row.kind(), tres)));
    }
  }

  private final boolean ofQos;
  private final Map<LimitKind, Map<String, Long>> tres = new EnumMap<>(LimitKind.class);
  private final Map<LimitKind, Long> counts = new EnumMap<>(LimitKind.class);

  /** No limits of an association, or of a QOS. */
  LimitOptions(boolean ofQos) {
    this.ofQos = ofQos;
  }

  /** A name of a limit, by which {@link #set} knows it. */
  static String name(LimitKind limit) {
    return OPTIONS.entrySet().stream()
        .filter(entry -> entry.getValue().equals(new Option(limit, ANY)))
        .map(Map.Entry::getKey)
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  /**
   * Sets an option; -1 removes a limit. TRES that are not named keep their limit.
   *
   * @param name in lower case
   * @return whether the option is a limit
   * @throws IllegalArgumentException for a value that is not understood or a limit that is not
   *     simulated
   */
  boolean set(String name, String value) {
    Option option = OPTIONS.get(name);
    if (NOT_SIMULATED.contains(name)) {
      requireUnset(name, value);
    } else if (option != null && option.limit.isOfTres()) {
      setTres(option, value);
    } else if (option != null) {
      setCount(option.limit, value);
    }
    return option != null;
  }

  private static void requireUnset(String name, String value) {
    if (!isUnset(value) && !value.matches("0+(\\.0+)?")) {
      throw new IllegalArgumentException(
          "limit " + name + "=" + value + " is not simulated; remove it to simulate without");
    }
  }

  private static boolean isUnset(String value) {
    return value.isEmpty() || value.equals("-1");
  }

  private void setTres(Option option, String value) {
    Map<String, Long> amounts = tres.computeIfAbsent(option.limit, key -> new TreeMap<>());
    if (!option.tres.isEmpty()) {
      setAmount(amounts, option.tres, value);
      return;
    }
    Tres.items(value)
        .forEach((name, amount) -> setAmount(amounts, name.toLowerCase(Locale.ROOT), amount));
  }

  private static void setAmount(Map<String, Long> amounts, String name, String value) {
    if (isUnset(value)) {
      amounts.remove(name);
      return;
    }
    boolean counted =
        Set.of("cpu", "mem", "node", "billing").contains(name)
            || name.startsWith("gres/")
            || name.startsWith("license/");
    if (!counted) {
      throw new IllegalArgumentException(
          "limits on '"
              + name
              + "' are not simulated; allowed are cpu, mem, node, billing, gres/… and license/…");
    }
    amounts.put(
        name, name.equals("mem") ? Amount.parse(value).mebibytes() : SlurmUnits.longNumber(value));
  }

  private void setCount(LimitKind named, String value) {
    LimitKind limit = named;
    if (ofQos && named == LimitKind.JOBS) {
      limit = LimitKind.JOBS_OF_USER;
    } else if (ofQos && named == LimitKind.SUBMITTED) {
      limit = LimitKind.SUBMITTED_OF_USER;
    }
    if (isUnset(value)) {
      counts.remove(limit);
    } else if (limit.isWallTime()) {
      counts.put(limit, (SlurmUnits.seconds(value) + 59L) / 60);
    } else {
      counts.put(limit, (long) SlurmUnits.number(value));
    }
  }

  /** The limits that are set. */
  Limits limits() {
    return new Limits(tres, counts);
  }
}
