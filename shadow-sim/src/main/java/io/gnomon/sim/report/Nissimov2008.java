package io.gnomon.sim.report;

import io.gnomon.sim.metric.Metrics;
import io.gnomon.sim.report.ReproducedStudy.Figure;
import io.gnomon.sim.report.ReproducedStudy.Table;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Nissimov and Feitelson 2008: arithmetic and geometric mean waits of EASY and of probabilistic
 * backfilling (Tables 2 and 3). The predictor is the same user's empirical distribution.
 */
public final class Nissimov2008 implements Reproduction {
  private static final double MINUTE = 60;
  private static final List<String> POLICIES = List.of("easy", "probabilistic(tau=0.05)");

  /**
   * What the paper says of one trace, for EASY and then for its own policy.
   *
   * @param minutes arithmetic mean waits
   * @param seconds geometric mean waits
   */
  private record Published(
      ArchiveTrace trace, String name, int processors, double[] minutes, double[] seconds) {}

  private static final List<Published> PUBLISHED =
      List.of(
          published(ArchiveTrace.CTC, "CTC SP2", 512, 21.3, 18.1, 28.2, 25.3),
          published(ArchiveTrace.SDSC_SP2, "SDSC SP2", 128, 364, 373, 639, 635),
          published(ArchiveTrace.SDSC_BLUE, "SDSC Blue", 1152, 131, 105, 203, 135),
          published(ArchiveTrace.KTH, "KTH SP2", 100, 114, 113, 181, 147));

  private static Published published(
      ArchiveTrace trace,
      String name,
      int processors,
      double easyMinutes,
      double minutes,
      double easySeconds,
      double seconds) {
    return new Published(
        trace,
        name,
        processors,
        new double[] {easyMinutes, minutes},
        new double[] {easySeconds, seconds});
  }

  @Override
  public String study() {
    return "nissimov2008";
  }

  @Override
  public String title() {
    return "Probabilistic Backfilling";
  }

  @Override
  public ReproducedStudy run(Path traces, Consumer<String> progress) throws IOException {
    List<Figure> arithmetic = new ArrayList<>();
    List<Figure> geometric = new ArrayList<>();
    for (Published published : PUBLISHED) {
      JobLog log = published.trace.read(traces, published.processors, OverrunRule.EXTEND).log();
      double[] minutes = new double[POLICIES.size()];
      double[] seconds = new double[POLICIES.size()];
      for (int i = 0; i < POLICIES.size(); i++) {
        progress.accept(study() + ": " + published.name + ", " + POLICIES.get(i));
        Metrics metrics =
            Metrics.of(
                Runs.outcome(log, published.processors, POLICIES.get(i)), published.processors);
        minutes[i] = metrics.meanWait() / MINUTE;
        seconds[i] = metrics.geometricMeanWait();
      }
      addRows(arithmetic, published.name, published.minutes, minutes);
      addRows(geometric, published.name, published.seconds, seconds);
    }
    return new ReproducedStudy(
        study(),
        title(),
        List.of(
            new Table("Table 2: arithmetic mean wait, min", arithmetic),
            new Table("Table 3: geometric mean wait, s", geometric)));
  }

  private static void addRows(List<Figure> rows, String trace, double[] paper, double[] ours) {
    rows.add(new Figure(trace, "EASY", paper[0], ours[0]));
    rows.add(new Figure(trace, "probabilistic", paper[1], ours[1]));
    rows.add(new Figure(trace, "change, %", change(paper), change(ours)));
  }

  private static double change(double[] fromTo) {
    return 100 * (fromTo[1] / fromTo[0] - 1);
  }
}
