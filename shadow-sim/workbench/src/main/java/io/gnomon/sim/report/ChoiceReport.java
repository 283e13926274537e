package io.gnomon.sim.report;

import io.gnomon.sim.report.document.Columns;
import io.gnomon.sim.report.document.Json;
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
  private static final Columns<Result> COLUMNS =
      new Columns<Result>()
          .text("name", "constants", Result::name)
          .number("ratio", "slowdown", Result::ratio, 3)
          .optional("standardError", "±", Result::standardError, 3)
          .number("worstCategory", "worst of 4", Result::worstCategory, 3)
          .number("changes", "changes", Result::changes, 1)
          .number("mostChanges", "most changes", Result::mostChanges, 0);

  /** Copies the list. */
  public ChoiceReport {
    results = List.copyOf(results);
  }

  /** Formats the report as JSON. */
  public String toJson() {
    Json json = new Json().object().put("firstSeed", firstSeed).put("logs", logs);
    return COLUMNS.write(json.name("constants"), results).endObject().toString();
  }

  /** Formats the report as a table. */
  public String toText() {
    return COLUMNS.table(results)
        + ("%nslowdown relative to the best fixed policy in hindsight and wait of the worst-off of four%n"
                + "categories relative to EASY: geometric means over %d logs of a year, seeds from %d%n")
            .formatted(logs, firstSeed);
  }
}
