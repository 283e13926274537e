package io.gnomon.sim.report;

import io.gnomon.sim.report.document.Columns;
import io.gnomon.sim.report.document.Json;
import io.gnomon.sim.report.document.Table;
import io.gnomon.sim.safety.SafetyRatio;
import io.gnomon.sim.safety.SafetyRatio.Check;
import java.util.List;

/**
 * The report on all safety checks of a loop.
 *
 * @param figures in the order of the checks
 * @param firstSeed seed of the first log
 * @param seeds number of logs of each workload
 * @param elapsedSeconds time for all checks
 */
public record SafetyReport(
    List<SafetyRatio> figures, long firstSeed, int seeds, double elapsedSeconds) {
  private static final Columns<SafetyRatio> COLUMNS =
      new Columns<SafetyRatio>()
          .text("workload", SafetyRatio::workload)
          .text("baseline", SafetyRatio::baseline)
          .text("figure", row -> row.figure().title())
          .number("mean", "mean", SafetyRatio::mean, 3)
          .optional("standardError", "±", SafetyRatio::standardError, 3)
          .number("max", "max", SafetyRatio::max, 3)
          .number("limit", "limit", SafetyRatio::limit, 2)
          .text("", row -> row.holds() ? "ok" : row.mayBeChance() ? "EXCEEDED *" : "EXCEEDED");

  /** Copies the list. */
  public SafetyReport {
    figures = List.copyOf(figures);
  }

  /** Whether every mean is within its limit. */
  public boolean holds() {
    return figures.stream().allMatch(SafetyRatio::holds);
  }

  /** Formats the report as JSON. */
  public String toJson() {
    Json json = new Json().object();
    json.put("firstSeed", firstSeed).put("seeds", seeds).name("holds").value(holds());
    json.name("figures").array();
    for (SafetyRatio figure : figures) {
      json.object().put("check", figure.check().word()).put("workload", figure.workload());
      json.put("baseline", figure.baseline()).put("figure", figure.figure().word());
      json.name("ratios").array();
      for (double ratio : figure.ratios()) {
        json.value(ratio);
      }
      json.endArray();
      json.put("mean", figure.mean());
      if (!Double.isNaN(figure.standardError())) {
        json.put("standardError", figure.standardError());
      }
      json.put("max", figure.max()).put("limit", figure.limit());
      json.name("holds").value(figure.holds());
      json.endObject();
    }
    return json.endArray().put("elapsedSeconds", elapsedSeconds).endObject().toString();
  }

  /** Formats the report as text, with a table for each check. */
  public String toText() {
    StringBuilder text = new StringBuilder();
    for (Check check : Check.values()) {
      List<SafetyRatio> rows = figures.stream().filter(figure -> figure.check() == check).toList();
      Table table = COLUMNS.table(rows);
      text.append(rows.isEmpty() ? "" : check.title() + "\n\n" + table + "\n");
    }
    return text
        + ("ratio of the loop's figure to that of the baseline: geometric mean, to which\n"
                + "the limit applies, its standard error (±), and the largest of %d logs each, seeds from %d; %.0f s%n")
            .formatted(seeds, firstSeed, elapsedSeconds)
        + (figures.stream().anyMatch(SafetyRatio::mayBeChance)
            ? "* may be chance: a single log, or above the limit by at most twice the standard error; increase --seeds\n"
            : "");
  }
}
