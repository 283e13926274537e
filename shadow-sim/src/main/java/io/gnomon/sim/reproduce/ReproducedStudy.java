package io.gnomon.sim.reproduce;

import io.gnomon.sim.chart.Numbers;
import io.gnomon.sim.chart.SvgChart;
import io.gnomon.sim.report.Json;
import io.gnomon.sim.report.TextTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A study's tables.
 *
 * @param study its name on the command line
 * @param title the paper's
 * @param tables in the paper's order
 * @param charts figures of ours; none where the study offers none
 */
public record ReproducedStudy(String study, String title, List<Table> tables, List<Chart> charts) {
  /** Copies the lists. */
  public ReproducedStudy {
    tables = List.copyOf(tables);
    charts = List.copyOf(charts);
  }

  /** A study without charts. */
  public ReproducedStudy(String study, String title, List<Table> tables) {
    this(study, title, tables, List.of());
  }

  /**
   * One chart.
   *
   * @param name of its file, without {@code .svg}: what it shows, in lower case with hyphens
   * @param picture to write
   */
  public record Chart(String name, SvgChart picture) {}

  /** Writes every chart into a folder, which is made where it is missing. */
  public void writeCharts(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (Chart chart : charts) {
      chart.picture().write(folder.resolve(chart.name() + ".svg"));
    }
  }

  /**
   * One table.
   *
   * @param title as in {@code Table 3: aggregate slowdown ratio R}
   * @param figures row by row
   */
  public record Table(String title, List<Figure> figures) {}

  /**
   * One figure.
   *
   * @param row of the table
   * @param column of the table
   * @param paper what was published, NaN where nothing was
   * @param ours what this simulator gives
   */
  public record Figure(String row, String column, double paper, double ours) {
    /** Ours over the paper's; NaN where that means nothing. */
    public double ratio() {
      return paper == 0 ? Double.NaN : ours / paper;
    }
  }

  /** As JSON; figures that were not published are null. */
  public String toJson() {
    Json json = new Json().object().put("study", study).put("title", title);
    json.name("tables").array();
    for (Table table : tables) {
      json.object().put("title", table.title()).name("figures").array();
      for (Figure figure : table.figures()) {
        json.object().put("row", figure.row()).put("column", figure.column());
        json.put("paper", figure.paper()).put("ours", figure.ours());
        json.put("ratio", figure.ratio()).endObject();
      }
      json.endArray().endObject();
    }
    return json.endArray().endObject().toString();
  }

  /** As text. */
  public String toText() {
    StringBuilder text = new StringBuilder(study + ": " + title + "\n");
    for (Table table : tables) {
      TextTable lines = new TextTable(table.title(), "", "paper", "ours", "ratio");
      for (Figure figure : table.figures()) {
        lines.row(
            figure.row(),
            figure.column(),
            Numbers.fixed(figure.paper(), 3),
            Numbers.fixed(figure.ours(), 3),
            Numbers.fixed(figure.ratio(), 2));
      }
      text.append('\n').append(lines);
    }
    return text.toString();
  }
}
