package io.gnomon.sim.report;

import io.gnomon.sim.chart.Numbers;
import io.gnomon.sim.safety.CadenceChoice.Result;
import java.util.List;

/**
 * The comparison of constants of the cadence {@code durable}.
 *
 * @param results those in use first
 * @param firstSeed seed of the first log
 * @param logs number of logs
 */
public record ChoiceReport(List<Result> results, long firstSeed, int logs) {
  /** Copies the list. */
  public ChoiceReport {
    results = List.copyOf(results);
  }

  /** Formats the report as JSON. */
  public String toJson() {
    Json json = new Json().object();
    json.put("firstSeed", firstSeed).put("logs", logs).name("constants").array();
    for (Result result : results) {
      json.object().put("name", result.name()).put("ratio", result.ratio());
      if (!Double.isNaN(result.standardError())) {
        json.put("standardError", result.standardError());
      }
      json.put("worstCategory", result.worstCategory()).put("changes", result.changes());
      json.put("mostChanges", result.mostChanges()).endObject();
    }
    return json.endArray().endObject().toString();
  }

  /** Formats the report as a table. */
  public String toText() {
    TextTable table =
        new TextTable("constants", "slowdown", "±", "worst of 4", "changes", "most changes");
    for (Result row : results) {
      table.row(
          row.name(),
          Numbers.fixed(row.ratio(), 3),
          Double.isNaN(row.standardError()) ? "–" : Numbers.fixed(row.standardError(), 3),
          Numbers.fixed(row.worstCategory(), 3),
          Numbers.fixed(row.changes(), 1),
          Integer.toString(row.mostChanges()));
    }
    return table
        + ("%nslowdown relative to the best fixed policy in hindsight and wait of the worst-off of four%n"
                + "categories relative to EASY: geometric means over %d logs of a year, seeds from %d%n")
            .formatted(logs, firstSeed);
  }
}
