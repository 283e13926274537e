package io.gnomon.sim.reproduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.metric.Metrics;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Traces;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Table 3 of nissimov2008: the geometric mean wait decreases about as much as in the paper. */
class NissimovFiguresTest {
  @ParameterizedTest
  @CsvSource({
    "KTH-SP2-1996-2.1-cln, 100, user, -18.9",
    "KTH-SP2-1996-2.1-cln, 100, hmm, -18.9",
    "CTC-SP2-1996-3.1-cln, 512, user, -10.1",
    "CTC-SP2-1996-3.1-cln, 512, hmm, -10.1",
    "SDSC-BLUE-2000-4.2-cln, 1152, hmm, -33.6"
  })
  void theGeometricMeanWaitFallsWithinTenPointsOfThePaper(
      String trace, int processors, String predictor, double change) {
    JobLog log = Traces.prepared(trace, processors, OverrunRule.EXTEND);

    double easy = geometricMeanWait(log, processors, "easy");
    double ours =
        geometricMeanWait(log, processors, "probabilistic(tau=0.05, predictor=" + predictor + ")");

    assertThat(ours).isLessThan(easy);
    assertThat(100 * (ours / easy - 1)).isCloseTo(change, within(10.0));
  }

  private static double geometricMeanWait(JobLog log, int processors, String policy) {
    return Metrics.of(StudyRuns.outcome(log, processors, policy), processors).geometricMeanWait();
  }
}
