package io.gnomon.sim.reproduce;

import io.gnomon.sim.chart.SvgChart;
import io.gnomon.sim.report.document.Columns;
import io.gnomon.sim.report.document.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The results of a reproduced study.
 *
 * @param study name on the command line
 * @param title title of the paper
 * @param tables in the paper's order
 * @param charts charts of our figures; may be empty
 */
public record ReproducedStudy(String study, String title, List<Table> tables, List<Chart> charts) {
  /** Copies the lists. */
  public ReproducedStudy {
    tables = List.copyOf(tables);
    charts = List.copyOf(charts);
  }

  /** Creates a study without charts. */
  public ReproducedStudy(String study, String title, List<Table> tables) {
    this(study, title, tables, List.of());
  }

  /**
   * A chart.
   *
   * @param name file name without {@code .svg}, in lower case with hyphens
   * @param picture the chart
   */
  public record Chart(String name, SvgChart picture) {}

  /** Writes all charts into a folder, which is created if missing. */
  public void writeCharts(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (Chart chart : charts) {
      chart.picture().write(folder.resolve(chart.name() + ".svg"));
    }
  }

  /**
   * A table.
   *
   * @param title such as {@code Table 3: aggregate slowdown ratio R}
   * @param figures in row order
   */
  public record Table(String title, List<Figure> figures) {}

  /**
   * A figure in a table.
   *
   * @param row of the table
   * @param column of the table
   * @param paper published figure; NaN if none
   * @param ours figure of this simulator
   */
  public record Figure(String row, String column, double paper, double ours) {
    /** The ratio of ours to the published figure; NaN if it is undefined. */
    public double ratio() {
      return paper == 0 ? Double.NaN : ours / paper;
    }
  }

  /** Formats the results as JSON; figures that were not published are null. */
  public String toJson() {
    Json json = new Json().object().put("study", study).put("title", title);
    json.name("tables").array();
    for (Table table : tables) {
      json.object().put("title", table.title());
      columns(table).write(json.name("figures"), table.figures()).endObject();
    }
    return json.endArray().endObject().toString();
  }

  /** Formats the results as text. */
  public String toText() {
    StringBuilder text = new StringBuilder(study + ": " + title + "\n");
    for (Table table : tables) {
      text.append('\n').append(columns(table).table(table.figures()));
    }
    return text.toString();
  }

  private static Columns<Figure> columns(Table table) {
    return new Columns<Figure>()
        .text("row", table.title(), Figure::row)
        .text("column", "", Figure::column)
        .number("paper", "paper", Figure::paper, 3)
        .number("ours", "ours", Figure::ours, 3)
        .number("ratio", "ratio", Figure::ratio, 2);
  }
}
