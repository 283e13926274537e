package io.gnomon.sim.report;

import io.gnomon.sim.chart.Numbers;
import io.gnomon.sim.safety.SafetyRatio;
import io.gnomon.sim.safety.SafetyRatio.Check;
import java.util.List;

/**
 * The results of all safety checks of a loop.
 *
 * @param figures in the order of their checks
 * @param firstSeed of the logs
 * @param seeds how many logs there were of each workload
 * @param elapsedSeconds that all took
 */
public record SafetyReport(
    List<SafetyRatio> figures, long firstSeed, int seeds, double elapsedSeconds) {
  /** Copies the list. */
  public SafetyReport {
    figures = List.copyOf(figures);
  }

  /** Whether every limit is kept. */
  public boolean holds() {
    return figures.stream().allMatch(SafetyRatio::holds);
  }

  /** As JSON. */
  public String toJson() {
    Json json = new Json().object();
    json.put("firstSeed", firstSeed).put("seeds", seeds).name("holds").value(holds());
    json.name("figures").array();
    for (SafetyRatio figure : figures) {
      json.object().put("check", figure.check().word()).put("workload", figure.workload());
      json.put("against", figure.against()).put("figure", figure.figure().word());
      json.name("ratios").array();
      for (double ratio : figure.ratios()) {
        json.value(ratio);
      }
      json.endArray();
      json.put("mean", figure.mean());
      if (!Double.isNaN(figure.standardError())) {
        json.put("standardError", figure.standardError());
      }
      json.put("most", figure.most()).put("limit", figure.limit());
      json.name("holds").value(figure.holds());
      json.endObject();
    }
    return json.endArray().put("elapsedSeconds", elapsedSeconds).endObject().toString();
  }

  /** As text: a table for each check. */
  public String toText() {
    StringBuilder text = new StringBuilder();
    for (Check check : Check.values()) {
      TextTable table =
          new TextTable("workload", "against", "figure", "mean", "±", "most", "limit", "");
      List<SafetyRatio> rows = figures.stream().filter(figure -> figure.check() == check).toList();
      for (SafetyRatio row : rows) {
        table.row(
            row.workload(),
            row.against(),
            row.figure().title(),
            Numbers.fixed(row.mean(), 3),
            Double.isNaN(row.standardError()) ? "–" : Numbers.fixed(row.standardError(), 3),
            Numbers.fixed(row.most(), 3),
            Numbers.fixed(row.limit(), 2),
            row.holds() ? "holds" : row.mayBeChance() ? "DOES NOT HOLD *" : "DOES NOT HOLD");
      }
      text.append(rows.isEmpty() ? "" : check.title() + "\n\n" + table + "\n");
    }
    return text
        + ("ratio of the loop's figure to that of the policy in column \"against\": geometric mean, to which\n"
                + "the limit applies, its standard error (±), and the largest of %d logs each, seeds from %d; %.0f s%n")
            .formatted(seeds, firstSeed, elapsedSeconds)
        + (figures.stream().anyMatch(SafetyRatio::mayBeChance)
            ? "* may be chance: a single log, or above the limit by at most twice the standard error; increase --seeds\n"
            : "");
  }
}
