package io.gnomon.sim.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.engine.Workloads.Estimates;
import io.gnomon.sim.reproduce.ReproducedStudy.Chart;
import io.gnomon.sim.reproduce.ReproducedStudy.Figure;
import io.gnomon.sim.reproduce.ReproducedStudy.Table;
import io.gnomon.sim.workload.swf.SwfHeader;
import io.gnomon.sim.workload.swf.SwfWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole study on two small random logs with the file names of the archive. */
class Kettimuthu2005Test {
  @TempDir static Path traces;
  private static final List<Double> PROGRESS = new ArrayList<>();
  private static ReproducedStudy study = new ReproducedStudy("", "", List.of());

  @BeforeAll
  static void run() throws IOException {
    for (String name : List.of("CTC-SP2-1996-3.1-cln", "SDSC-SP2-1998-4.2-cln")) {
      SwfWriter.write(
          traces.resolve(name + ".swf"),
          SwfHeader.EMPTY,
          Workloads.random(name.length(), 200, 128, Estimates.AT_LEAST));
    }
    study = new Kettimuthu2005().run(traces, PROGRESS::add);
  }

  @Test
  void progressEndsWhenEachSimulationIsDone() {
    assertThat(PROGRESS).isSorted().startsWith(0.0).endsWith(1.0);
  }

  @Test
  void tablesShowPublishedNumbersBesideOurs() {
    Table slowdowns = table("CTC, Table 4 and Figure 7: mean slowdown");
    assertThat(column(slowdowns, "NS"))
        .extracting(Figure::paper)
        .containsExactly(
            2.6, 4.76, 13.01, 34.07, 1.26, 1.76, 3.04, 7.14, 1.13, 1.43, 1.88, 1.63, 1.03, 1.05,
            1.09, 1.15);
    assertThat(column(table("SDSC, Table 5 and Figure 9: mean slowdown"), "SS 2"))
        .filteredOn(figure -> !Double.isNaN(figure.paper()))
        .singleElement()
        .satisfies(figure -> assertThat(figure.row()).isEqualTo("VS VW"))
        .satisfies(figure -> assertThat(figure.paper()).isEqualTo(7));
    assertThat(table("CTC, Table 7: jobs by category").figures())
        .extracting(Figure::row)
        .containsExactly("SN", "SW", "LN", "LW");
  }

  @Test
  void categoriesCoverAllJobs() {
    for (String title :
        List.of("CTC, Table 2: jobs by category", "SDSC, Table 8: jobs by category")) {
      assertThat(table(title).figures().stream().mapToDouble(Figure::ours).sum())
          .as(title)
          .isCloseTo(100, org.assertj.core.data.Offset.offset(1e-9));
    }
  }

  @Test
  void loadIncreasesToTheSaturationReportedInThePaper() {
    assertThat(column(table("CTC, Figure 35: utilisation by load"), "TSS"))
        .extracting(Figure::row)
        .containsExactly("1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6");
    assertThat(column(table("SDSC, Figure 40: mean turnaround of LW jobs by load"), "IS"))
        .extracting(Figure::row)
        .containsExactly("1.0", "1.1", "1.2", "1.3");
  }

  @Test
  void everyFigureOfThePaperHasATableOrChart() {
    List<String> charts = study.charts().stream().map(Chart::name).toList();
    assertThat(charts).doesNotHaveDuplicates().allMatch(name -> name.matches("[a-z0-9-]+"));
    assertThat(study.tables()).extracting(Table::title).doesNotHaveDuplicates();
    String all = String.join("\n", charts) + "\n" + study.toText();
    for (int figure = 7; figure <= 44; figure++) {
      assertThat(all).containsPattern("[Ff]igure[ -]" + figure + "\\b");
    }
    assertThat(charts)
        .contains(
            "kettimuthu2005-ctc-exact-estimates-waits",
            "kettimuthu2005-sdsc-user-estimates-waits",
            "kettimuthu2005-sdsc-figure-44-mean-turnaround-of-sn-jobs-by-utilisation");
  }

  private static Table table(String title) {
    return study.tables().stream()
        .filter(table -> table.title().equals(title))
        .findFirst()
        .orElseThrow(
            () ->
                new AssertionError(
                    title + " is not in " + study.tables().stream().map(Table::title).toList()));
  }

  private static List<Figure> column(Table table, String name) {
    return table.figures().stream().filter(figure -> figure.column().equals(name)).toList();
  }
}
