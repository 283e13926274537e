package io.gnomon.sim.report;

import io.gnomon.sim.chart.Numbers;
import io.gnomon.sim.engine.ResourceUse;
import io.gnomon.sim.machine.placement.Shortage;
import io.gnomon.sim.report.document.Json;
import io.gnomon.sim.report.document.Table;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How reports show the use of nodes. */
final class UseFigures {
  private static final String NONE = "–";
  private static final double LEAST_SHARE = 0.005;
  private static final List<String> RESOURCES =
      List.of("GPUs", "memory", "CPUs", "nodes", "their turn"); // by Shortage
  private static final List<String> WAITED_FOR =
      List.of(
          "short of GPUs",
          "short of memory",
          "short of CPUs",
          "short of nodes",
          "behind other jobs"); // by Shortage

  private UseFigures() {}

  /** Writes the field {@code resources}. */
  static Json write(Json json, ResourceUse use) {
    json.name("resources").object();
    write(json, "cpus", use.cpus());
    write(json, "memory", use.memory());
    write(json, "gpus", use.gpus());
    json.name("waitedFor").object();
    for (Shortage shortage : Shortage.values()) {
      json.put(
          shortage.name().toLowerCase(Locale.ROOT),
          use.waitedFor().getOrDefault(shortage, Double.NaN));
    }
    return json.endObject().endObject();
  }

  private static void write(Json json, String resource, ResourceUse.Shares shares) {
    json.name(resource).object().put("utilization", shares.used());
    json.put("idleWhileJobsWaited", shares.idleWhileWaiting()).endObject();
  }

  /** Adds a row for each figure. */
  static void addRows(Table table, ResourceUse use) {
    addRow(table, "CPUs", use.cpus());
    addRow(table, "memory", use.memory());
    addRow(table, "GPUs", use.gpus());
    waited(use)
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            entry ->
                table.row(
                    WAITED_FOR.get(entry.getKey().ordinal()) + ", share of waiting time",
                    Numbers.fixed(entry.getValue(), 3)));
  }

  private static void addRow(Table table, String resource, ResourceUse.Shares shares) {
    if (!Double.isNaN(shares.used())) {
      table.row(resource + " in use", Numbers.fixed(shares.used(), 3));
    }
    if (!Double.isNaN(shares.idleWhileWaiting())) {
      table.row(resource + " idle while jobs waited", Numbers.fixed(shares.idleWhileWaiting(), 3));
    }
  }

  private static Stream<Map.Entry<Shortage, Double>> waited(ResourceUse use) {
    return use.waitedFor().entrySet().stream().filter(entry -> entry.getValue() > 0);
  }

  /**
   * A table of the shares in use, and of what jobs waited for, the largest share first; empty
   * without rows.
   *
   * @param uses by the name of the row
   */
  static String table(Map<String, ResourceUse> uses) {
    if (uses.isEmpty()) {
      return "";
    }
    Table table =
        new Table("in use", "CPUs", "memory", "GPUs", "jobs waited for (share of their time)");
    uses.forEach(
        (name, use) ->
            table.row(
                name, share(use.cpus()), share(use.memory()), share(use.gpus()), reasons(use)));
    return "\n" + table;
  }

  private static String reasons(ResourceUse use) {
    String reasons =
        waited(use)
            .filter(entry -> entry.getValue() >= LEAST_SHARE)
            .sorted(
                Comparator.comparingDouble((Map.Entry<Shortage, Double> entry) -> -entry.getValue())
                    .thenComparing(Map.Entry::getKey))
            .map(
                entry ->
                    RESOURCES.get(entry.getKey().ordinal())
                        + " "
                        + Numbers.fixed(entry.getValue(), 2))
            .collect(Collectors.joining(", "));
    return reasons.isEmpty() ? NONE : reasons;
  }

  private static String share(ResourceUse.Shares shares) {
    return Double.isNaN(shares.used()) ? NONE : Numbers.fixed(shares.used(), 3);
  }
}
