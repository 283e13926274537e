package io.gnomon.sim.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.reproduce.ReproducedStudy.Figure;
import io.gnomon.sim.workload.Traces;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** talby1999's Table 1 on KTH by month. */
class TalbyFiguresTest {
  @Test
  void priorityReducesWaitsInTenOfTwelveMonthsAndByAnEighthOverTheYear() throws Exception {
    Path traces = Objects.requireNonNull(Traces.trace("KTH-SP2-1996-2.1-cln").getParent());

    List<Double> progress = new ArrayList<>();
    List<Figure> table = new Talby1999().run(traces, progress::add).tables().get(0).figures();

    List<Figure> reductions =
        table.stream().filter(figure -> figure.column().startsWith("reduction")).toList();
    assertThat(reductions).hasSize(13);
    assertThat(reductions.subList(0, 12).stream().filter(month -> month.ours() > 0))
        .hasSizeGreaterThanOrEqualTo(10);
    assertThat(reductions.get(12).ours()).isGreaterThanOrEqualTo(12);
    assertThat(progress).isSorted().startsWith(0.0).endsWith(1.0);
  }
}
