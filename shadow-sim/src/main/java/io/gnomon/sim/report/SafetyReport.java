package io.gnomon.sim.report;

import io.gnomon.sim.safety.SafetyRatio;
import io.gnomon.sim.safety.SafetyRatio.Trial;
import java.util.List;

/**
 * All trials of a loop, for a reader.
 *
 * @param figures in the order of their trials
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
      json.object().put("trial", figure.trial().word()).put("workload", figure.workload());
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

  /** As text: a table for each trial. */
  public String toText() {
    StringBuilder text = new StringBuilder();
    for (Trial trial : Trial.values()) {
      TextTable table =
          new TextTable("workload", "against", "figure", "mean", "±", "most", "limit", "");
      List<SafetyRatio> rows = figures.stream().filter(figure -> figure.trial() == trial).toList();
      for (SafetyRatio row : rows) {
        table.row(
            row.workload(),
            row.against(),
            row.figure().title(),
            Numbers.fixed(row.mean(), 3),
            Double.isNaN(row.standardError()) ? "–" : Numbers.fixed(row.standardError(), 3),
            Numbers.fixed(row.most(), 3),
            Numbers.fixed(row.limit(), 2),
            row.holds() ? "holds" : row.mayBeLuck() ? "DOES NOT HOLD *" : "DOES NOT HOLD");
      }
      text.append(rows.isEmpty() ? "" : trial.title() + "\n\n" + table + "\n");
    }
    return text
        + ("the loop's figures over the other's: the geometric mean, which the limit is for, its standard\n"
                + "error, and the largest of %d logs each, seeds from %d; %.0f s%n")
            .formatted(seeds, firstSeed, elapsedSeconds)
        + (figures.stream().anyMatch(SafetyRatio::mayBeLuck)
            ? "* may be luck: a single log, or above the limit by at most twice the standard error; --seeds draws more\n"
            : "");
  }
}
