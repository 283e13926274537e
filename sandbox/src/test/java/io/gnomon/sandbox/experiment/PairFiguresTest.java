package io.gnomon.sandbox.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.gnomon.sandbox.experiment.PairReport.GeometricMean;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The arithmetic of the paired experiment, by hand. */
class PairFiguresTest {
  private static final String SACCT =
      """
      a|physics|100|100|110|4|COMPLETED
      b|guests|100|110|115|8|TIMEOUT
      c|physics|104|115|120|2|COMPLETED
      d|physics|104|Unknown|Unknown|2|PENDING
      """;

  /**
   * Waits 0, 10 and 11 s; slowdowns 10/10, 15/5 and 16/5; 90 of 8 x 20 CPU seconds. On Gnomon's
   * clock 10 s are 600 s, 1/144 day; the job of 8 of 8 CPUs runs 300 s. Its cost is 3 + 1/144 (3000
   * + 10000 / 288 + 100 / 144). Accordingly 3.2 + 11/1440 (1/4 (3000 + 10000 / 288) + 110 / 144).
   */
  @Test
  void figuresAreThoseOfTheCompletedJobs() {
    RunFigures figures = RunFigures.of(SiteJob.parse(SACCT), 8);

    assertThat(figures.jobs()).isEqualTo(3);
    assertThat(figures.meanWait()).isEqualTo(7);
    assertThat(figures.meanSlowdown()).isCloseTo((1 + 3 + 3.2) / 3, within(1e-12));
    assertThat(figures.p95Slowdown()).isEqualTo(3.2);
    assertThat(figures.longestWait()).isEqualTo(11);
    assertThat(figures.utilization()).isEqualTo(90.0 / 160);
    double penalty = 3000 + 10_000 / 288.0;
    double cost =
        1 + 3 + (penalty + 100 / 144.0) / 144 + 3.2 + 11 / 1440.0 * (penalty / 4 + 110 / 144.0);
    assertThat(figures.meanCost()).isCloseTo(cost / 3, within(1e-9));
    assertThat(figures.accountWaits())
        .containsExactly(entry("guests", 10.0), entry("physics", 5.5));
  }

  @Test
  void onlyJobsThatCompletedOnBothSitesAreCompared() {
    List<SiteJob> jobs = SiteJob.parse(SACCT);
    List<SiteJob> twins = SiteJob.parse("c|physics|106|107|112|2|COMPLETED\n");

    assertThat(PairResult.common(jobs, twins)).extracting(SiteJob::name).containsExactly("c");
    assertThat(PairResult.apart(jobs, twins)).isEqualTo(2);
  }

  /**
   * Logarithms −ln 2, −ln 2 and ln 2 have the mean −ln 2 / 3 and the standard error 2/3 ln 2; t of
   * two degrees of freedom is 4.303.
   */
  @Test
  void theIntervalIsThatOfTheMeanLogarithm() {
    GeometricMean mean = GeometricMean.of(0.5, 0.5, 2);

    double error = 2 * Math.log(2) / 3;
    assertThat(mean.mean()).isCloseTo(Math.pow(2, -1 / 3.0), within(1e-12));
    assertThat(Math.log(mean.high() / mean.low())).isCloseTo(2 * 4.303 * error, within(1e-9));
    assertThat(GeometricMean.of(0.5).low()).isNaN();
  }

  @Test
  void callsAreCountedByType() {
    String sdiag =
        """
        Remote Procedure Call statistics by message type
        \tREQUEST_PARTITION_INFO ( 2009) count:12  ave_time:1 total_time:9
        \tREQUEST_JOB_INFO ( 2003) count:30  ave_time:1 total_time:9
        Remote Procedure Call statistics by user
        \troot ( 0) count:42  ave_time:1 total_time:9
        """;

    assertThat(RealSite.calls(sdiag)).isEqualTo(42);
  }

  /**
   * Two jobs of a tenth of the processors, 12 CPUs here, 1,000 s and 3,000 s. In 20 s, 112 CPUs are
   * offered 1.4 x 2,240 CPU seconds, more than two jobs of at most half of the time can be; with
   * 100 such jobs, 50 of each, it is 3,136 CPU seconds, so that they run 1 and 4 s.
   */
  @Test
  void jobsAreScaledToTheWorkThatIsOffered() {
    JobLogBuilder log = JobLog.builder();
    for (int job = 0; job < 100; job++) {
      log.job(job, 500 + 4 * job, 1000 + 2000 * (job % 2), 3000, 10);
    }

    List<SiteWorkload.Job> jobs = SiteWorkload.of(log.build(), 100, 20, 1);

    assertThat(jobs.get(0).submit()).isZero();
    assertThat(jobs.get(99).submit()).isEqualTo(20);
    assertThat(jobs).extracting(SiteWorkload.Job::seconds).startsWith(1, 4).containsOnly(1, 4);
    assertThat(SiteWorkload.of(log.build().slice(0, 2), 100, 20, 1))
        .extracting(SiteWorkload.Job::seconds)
        .containsExactly(10, 10);
  }

  /** A pair as it is stored and read again, with figures that are not known. */
  @Test
  void aStoredPairHasTheSameReport() throws Exception {
    RunFigures untuned = RunFigures.of(SiteJob.parse(SACCT), 8);
    RunFigures tuned =
        RunFigures.of(SiteJob.parse("a|physics|100|100|110|4|COMPLETED\n"), 8); // slowdown 1
    PairResult pair =
        new PairResult(
            2,
            PairKind.ORDERS,
            2,
            "log.swf",
            3,
            "24.11.5",
            List.of(untuned, untuned),
            untuned,
            tuned,
            new RealSite.Cost(1, 100),
            new RealSite.Cost(2, 200),
            new Shown(
                3,
                7,
                Double.NaN,
                Map.of("NOT_SIGNIFICANT", 2, "GAIN_TOO_SMALL", 1),
                List.of(new Shown.Made(61, "bf_window=60", 0.3, Double.NaN, Double.NaN))),
            0,
            0,
            1);

    ObjectMapper json = new ObjectMapper();
    PairResult stored = json.readValue(json.writeValueAsString(pair), PairResult.class);

    assertThat(stored).isEqualTo(pair);
    assertThat(PairReport.of(List.of(stored)).toMarkdown())
        .contains("after 61 s bf\\_window=60, predicted cost −30 %; realised cost")
        .contains("mean slowdown −58 %")
        .contains("mean wait of guests: not known")
        .contains("contains the realised gain: 0 of 0 pairs with such an interval")
        .doesNotContain("NaN");
  }
}
