package io.gnomon.sim.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.chart.ChartAxis;
import io.gnomon.sim.chart.SvgChart;
import io.gnomon.sim.reproduce.ReproducedStudy.Chart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproducedStudyTest {
  @TempDir Path folder;

  @Test
  void aStudyWritesItsChartsUnderTheirNames() throws IOException {
    SvgChart chart =
        SvgChart.xy("R", ChartAxis.log("T"), ChartAxis.linear("R"))
            .line("ours, L 1", new double[] {2.5, 5}, new double[] {1, 2});
    Path charts = folder.resolve("new");

    new ReproducedStudy("s", "t", List.of(), List.of(new Chart("ratio-kth", chart)))
        .writeCharts(charts);

    assertThat(Files.readString(charts.resolve("ratio-kth.svg"))).contains(">ours, L 1<");
  }

  @Test
  void aStudyWithoutChartsWritesNone() throws IOException {
    Path charts = folder.resolve("new");

    new ReproducedStudy("s", "t", List.of()).writeCharts(charts);

    assertThat(charts).isEmptyDirectory();
  }
}
