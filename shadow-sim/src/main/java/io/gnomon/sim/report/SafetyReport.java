package io.gnomon.sim.report;

import io.gnomon.sim.chart.Numbers;
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
      TextTable table =
          new TextTable("workload", "baseline", "figure", "mean", "±", "max", "limit", "");
      List<SafetyRatio> rows = figures.stream().filter(figure -> figure.check() == check).toList();
      for (SafetyRatio row : rows) {
        table.row(
            row.workload(),
            row.baseline(),
            row.figure().title(),
            Numbers.fixed(row.mean(), 3),
            Double.isNaN(row.standardError()) ? "–" : Numbers.fixed(row.standardError(), 3),
            Numbers.fixed(row.max(), 3),
            Numbers.fixed(row.limit(), 2),
            row.holds() ? "ok" : row.mayBeChance() ? "EXCEEDED *" : "EXCEEDED");
      }
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
