package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.output.ClusterCounters;
import io.gnomon.controller.cluster.output.ClusterCounters.Count;
import io.gnomon.events.RejectReason;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The controller of a cluster that runs for years and uses no name twice. Its heap and its
 * checkpoint reach a plateau.
 *
 * <p>A part of a year by default; {@code -Dgnomon.soak.years=10} runs ten years in some minutes and
 * prints the figures of each quarter.
 */
class SoakTest {
  private static final int QUARTER_DAYS = 91;
  private static final int YEARS = Integer.getInteger("gnomon.soak.years", 0);
  private static final int DAYS = YEARS == 0 ? 25 : QUARTER_DAYS;
  private static final int SPANS = YEARS == 0 ? 8 : 4 * YEARS;

  /** What is left after a span of time, in bytes. */
  private record Figures(int jobs, long heap, int checkpoint) {}

  @Test
  void heapAndCheckpointReachAPlateau() {
    SoakedCluster cluster = new SoakedCluster();
    List<Figures> figures = new ArrayList<>();
    for (int span = 1; span <= SPANS; span++) {
      cluster.run(DAYS);
      Figures now = new Figures(cluster.jobs(), usedHeap(), cluster.checkpoint().length);
      figures.add(now);
      System.out.printf(
          Locale.ROOT,
          "soak: %4d days, %7d jobs, heap %5.1f MB, checkpoint %7.1f kB%n",
          span * DAYS,
          now.jobs(),
          now.heap() / 1e6,
          now.checkpoint() / 1e3);
    }

    ClusterCounters counters = cluster.controller().counters();
    assertThat(counters.of(Count.FAULTS)).isZero();
    assertThat(counters.of(Count.APPLIED_COMMANDS)).as("changes are made").isPositive();
    assertThat(counters.of(Count.BACKTESTS)).as("backtests run").isPositive();
    assertThat(cluster.rejected().keySet())
        .as("the story is valid but for its gaps")
        .isSubsetOf(RejectReason.DEGRADED, RejectReason.UNKNOWN_JOB);
    // the figures vary with what is in flight, by less than a name of 150 bytes for each job
    List<Figures> before = figures.subList(0, SPANS / 2);
    List<Figures> end = figures.subList(SPANS * 3 / 4, SPANS);
    double further = end.get(end.size() - 1).jobs() - before.get(before.size() - 1).jobs();
    assertThat(growth(before, end, Figures::checkpoint) / further)
        .as("bytes of the checkpoint for each further job")
        .isLessThan(40);
    assertThat(growth(before, end, Figures::heap) / further)
        .as("bytes of heap for each further job")
        .isLessThan(80);

    byte[] checkpoint = cluster.checkpoint();
    cluster.restart();
    assertThat(cluster.checkpoint()).as("restored and written again").isEqualTo(checkpoint);
  }

  /** How far the least figure at the end exceeds the greatest one before. */
  private static long growth(
      List<Figures> before, List<Figures> end, ToLongFunction<Figures> figure) {
    return end.stream().mapToLong(figure).min().orElseThrow()
        - before.stream().mapToLong(figure).max().orElseThrow();
  }

  /** The least of some measurements, because other threads allocate. */
  private static long usedHeap() {
    return IntStream.range(0, 3)
        .mapToLong(
            attempt -> {
              System.gc();
              return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
            })
        .min()
        .orElseThrow();
  }
}
