package io.gnomon.sim.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.metric.CategoryScheme;
import io.gnomon.sim.metric.JobGroup;
import io.gnomon.sim.metric.JobStatistics;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * kettimuthu2005 with exact estimates: very short, very wide jobs win, very long ones lose little.
 */
class KettimuthuFiguresTest {
  @ParameterizedTest
  @CsvSource({"CTC-SP2-1996-3.1-cln, 430", "SDSC-SP2-1998-4.2-cln, 128"})
  void suspensionCutsTheSlowdownOfVeryShortVeryWideJobsToATenth(String trace, int processors) {
    JobLog log = Workloads.trace(trace, processors, OverrunRule.EXTEND).withExactEstimates();

    JobStatistics without = category(log, processors, "easy", "VS VW");
    JobStatistics with =
        category(log, processors, "selective-suspension(factor=2, tuned=false)", "VS VW");

    assertThat(with.meanBoundedSlowdown()).isLessThanOrEqualTo(0.1 * without.meanBoundedSlowdown());
  }

  private static JobStatistics category(JobLog log, int processors, String policy, String name) {
    return JobGroup.byCategory(Runs.outcome(log, processors, policy), CategoryScheme.SIXTEEN)
        .stream()
        .filter(group -> group.name().equals(name))
        .findFirst()
        .orElseThrow()
        .statistics();
  }
}
