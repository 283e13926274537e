package io.gnomon.sim.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.metric.Metrics;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Traces;
import org.junit.jupiter.api.Test;

/** Results of perkovic2000 on CTC with 430 processors. */
class PerkovicFiguresTest {
  private static final int PROCESSORS = 430;

  private final JobLog log = Traces.prepared("CTC-SP2-1996-3.1-cln", PROCESSORS, OverrunRule.KNOWN);

  @Test
  void randomOverLengthWithoutGuaranteesHasAThirdOfTheSlowdownOfConservative() {
    double conservative = slowdown("conservative");

    assertThat(slowdown("conservative(order=random/length, guarantee=false)"))
        .isLessThanOrEqualTo(0.35 * conservative);
    assertThat(
            slowdown(
                "conservative(order=shortest, guarantee=false, speculation=0.3, test-runs=5m,"
                    + " mold=half, widen=true)"))
        .as("all techniques together")
        .isLessThanOrEqualTo(0.2 * conservative);
  }

  @Test
  void theShapesMatchThePaperExceptForJobsRemovedByCleaning() {
    // an estimate that is raised to a longer runtime makes 162 short jobs long ones
    int[] jobs = new int[4];
    for (int job = 0; job < log.size(); job++) {
      jobs[TraceShape.of(log, job)]++;
    }
    assertThat(jobs[0]).as("SN").isBetween(14_000, 14_486);
    assertThat(jobs[1]).as("SW").isBetween(25_500, 25_702);
    assertThat(jobs[2]).as("LN").isBetween(23_000, 25_526);
    assertThat(jobs[3]).as("LW").isBetween(13_588, 13_800);
  }

  private double slowdown(String policy) {
    return Metrics.of(StudyRuns.outcome(log, PROCESSORS, policy), PROCESSORS).meanBoundedSlowdown();
  }
}
