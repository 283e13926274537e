package io.gnomon.sim.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.metric.JobGroup;
import io.gnomon.sim.metric.JobStatistics;
import io.gnomon.sim.workload.CategoryScheme;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Traces;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Results of kettimuthu2005 with exact estimates: very short, very wide jobs gain; very long jobs
 * lose little, most under immediate service.
 */
class KettimuthuFiguresTest {
  private static final String NS = "easy";
  private static final String SS = "selective-suspension(factor=2, tuned=false)";
  private static final String TSS = "selective-suspension(factor=2)";
  private static final String IS = "immediate-service";

  @ParameterizedTest
  @CsvSource({"CTC-SP2-1996-3.1-cln, 430", "SDSC-SP2-1998-4.2-cln, 128"})
  void suspensionHelpsVeryShortVeryWideJobsAndImmediateServiceHarmsVeryLongOnes(
      String trace, int processors) {
    JobLog log = Traces.prepared(trace, processors, OverrunRule.EXTEND).withExactEstimates();
    Map<String, Map<String, JobStatistics>> by = new HashMap<>();
    for (String policy : List.of(NS, SS, TSS, IS)) {
      by.put(policy, byCategory(log, processors, policy));
    }

    for (String suspension : List.of(SS, TSS)) {
      assertThat(mean(by, suspension, "VS VW"))
          .as(suspension)
          .isLessThanOrEqualTo(0.1 * mean(by, NS, "VS VW"));
    }
    for (String category : List.of("VL N", "VL W", "VL VW")) {
      assertThat(mean(by, IS, category)).as(category).isGreaterThan(mean(by, NS, category));
    }
    for (String category : List.of("L N", "L W", "L VW")) {
      assertThat(worst(by, TSS, category))
          .as("worst %s, which a spared job must not keep waiting", category)
          .isLessThanOrEqualTo(worst(by, SS, category));
    }
  }

  private static double mean(
      Map<String, Map<String, JobStatistics>> by, String policy, String category) {
    return by.get(policy).get(category).meanBoundedSlowdown();
  }

  private static double worst(
      Map<String, Map<String, JobStatistics>> by, String policy, String category) {
    return by.get(policy).get(category).maxBoundedSlowdown();
  }

  private static Map<String, JobStatistics> byCategory(JobLog log, int processors, String policy) {
    Map<String, JobStatistics> statistics = new HashMap<>();
    JobGroup.byCategory(StudyRuns.outcome(log, processors, policy), CategoryScheme.SIXTEEN)
        .forEach(group -> statistics.put(group.name(), group.statistics()));
    return statistics;
  }
}
