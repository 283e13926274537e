package io.gnomon.sim.workload.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.PreparationReport;
import io.gnomon.sim.workload.PreparedLog;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadGeneratorTest {
  private static final int FINGERPRINT = 572399428;
  private static final JobLog LOG = WorkloadGenerator.generate(40_000, 128, 0.8, 1);

  @ParameterizedTest
  @CsvSource({"5000, 100, 0.5, 1", "5000, 100, 1.2, 2", "20000, 1152, 0.9, 3", "30, 4, 0.7, 4"})
  void offersTheRequestedLoad(int jobs, int processors, double load, long seed) {
    JobLog log = WorkloadGenerator.generate(jobs, processors, load, seed);

    double seconds = log.submit(jobs - 1) - log.submit(0);
    assertThat(log.area() / (processors * seconds)).isCloseTo(load, within(0.001 * load));
  }

  @Test
  void shortensRuntimesWhereTheLoadWouldTakeLongerThanTimesCanCount() {
    GeneratedWorkload workload = WorkloadGenerator.draw(70_000, 1_024, 0.04, 1);
    JobLog log = WorkloadGenerator.generate(70_000, 1_024, 0.04, 1);

    assertThat(workload.runtimeFactor()).isBetween(0.1, 0.9);
    assertThat(WorkloadGenerator.draw(500, 100, 0.7, 42).runtimeFactor()).isOne();
    assertThat(log.submit(69_999))
        .isEqualTo(workload.lastSubmit())
        .isBetween(
            (int) (0.999 * WorkloadGenerator.LONGEST_SECONDS), WorkloadGenerator.LONGEST_SECONDS);
    assertThat(log.area() / (1_024.0 * log.submit(69_999))).isCloseTo(0.04, within(0.00004));
    assertThat(workload.parts())
        .extracting(JobLog::size)
        .containsExactly(1 << 16, 70_000 - (1 << 16));
    assertThat(workload.parts()).last().isEqualTo(log.slice(1 << 16, 70_000));
  }

  @Test
  void shortensRuntimesDownToASecond() {
    double second =
        10_000.0 / WorkloadGenerator.LONGEST_SECONDS; // the load of 10,000 jobs of a second

    for (double load : new double[] {1.01 * second, 3 * second, 30 * second}) {
      assertThat(WorkloadGenerator.draw(10_000, 1, load, 1).lastSubmit())
          .isBetween(
              (int) (0.3 * WorkloadGenerator.LONGEST_SECONDS), WorkloadGenerator.LONGEST_SECONDS);
    }
    assertThatThrownBy(() -> WorkloadGenerator.draw(10_000, 1, 0.99 * second, 1))
        .hasMessageContaining("the log would last longer than");
  }

  @Test
  void needsNoPreparation() {
    PreparedLog prepared = new Preparation(128, OverrunRule.KILL).prepare(LOG);

    assertThat(prepared.report()).isEqualTo(new PreparationReport(40_000, 0, 0, 0, 0, 0, 0));
  }

  @Test
  void isTheSameForASeedEverywhere() {
    assertThat(WorkloadGenerator.generate(500, 100, 0.7, 42))
        .isEqualTo(WorkloadGenerator.generate(500, 100, 0.7, 42))
        .isNotEqualTo(WorkloadGenerator.generate(500, 100, 0.7, 43));
    // Holds the numbers still across Java versions and changes of this code.
    assertThat(WorkloadGenerator.generate(500, 100, 0.7, 42).hashCode()).isEqualTo(FINGERPRINT);
  }

  @Test
  void followsTheModelsWidths() {
    int serial = 0;
    int powers = 0;
    for (int job = 0; job < LOG.size(); job++) {
      serial += LOG.width(job) == 1 ? 1 : 0;
      powers += Integer.bitCount(LOG.width(job)) == 1 ? 1 : 0;
    }

    assertThat(serial / 40_000.0).isCloseTo(0.29, within(0.05));
    assertThat(powers / 40_000.0).isCloseTo(0.97, within(0.03));
  }

  @Test
  void submitsByDay() {
    DailyCycle day = new LublinModel(128).dailyCycle();
    double[] share = new double[4];
    double[] expected = new double[4];
    for (int job = 0; job < LOG.size(); job++) {
      share[LOG.submit(job) % 86_400 / 21_600] += 1.0 / LOG.size();
    }
    for (int bucket = 0; bucket < 48; bucket++) {
      expected[bucket / 12] += day.weight(bucket) / 48;
    }

    for (int quarter = 0; quarter < 4; quarter++) {
      assertThat(share[quarter]).isCloseTo(expected[quarter], within(0.03));
    }
    assertThat(share[2]).isGreaterThan(4 * share[0]);
  }

  @Test
  void letsFewUsersSubmitMostJobs() {
    Map<Integer, Integer> jobsOf = new HashMap<>();
    for (int job = 0; job < LOG.size(); job++) {
      jobsOf.merge(LOG.user(job), 1, Integer::sum);
    }
    int most = jobsOf.values().stream().mapToInt(Integer::intValue).max().orElseThrow();

    assertThat(jobsOf).hasSizeBetween(100, 334);
    assertThat(most / 40_000.0).isBetween(0.05, 0.35);
  }

  @Test
  void letsTheLastRunOfAnApplicationPredictTheNext() {
    Map<Integer, Integer> lastRuntime = new HashMap<>();
    int close = 0;
    int repeated = 0;
    for (int job = 0; job < LOG.size(); job++) {
      Integer last = lastRuntime.put(LOG.application(job), LOG.runtime(job));
      if (last != null) {
        repeated++;
        double ratio = (double) LOG.runtime(job) / last;
        close += ratio > 0.5 && ratio < 2 ? 1 : 0;
      }
    }

    assertThat(repeated / 40_000.0).isGreaterThan(0.6);
    assertThat(close / (double) repeated).isGreaterThan(0.8);
  }

  @Test
  void estimatesAreRoundPopularAndNeverTooShort() {
    Map<Integer, Integer> jobsWith = new HashMap<>();
    Set<Integer> longer = new HashSet<>();
    for (int job = 0; job < LOG.size(); job++) {
      assertThat(LOG.estimate(job)).isBetween(LOG.runtime(job), TsafrirEstimates.LONGEST_SECONDS);
      assertThat(LOG.estimate(job) % 300).isZero();
      jobsWith.merge(LOG.estimate(job), 1, Integer::sum);
      if (LOG.estimate(job) > 2 * LOG.runtime(job)) {
        longer.add(job);
      }
    }
    int popular =
        jobsWith.values().stream()
            .sorted((a, b) -> b - a)
            .limit(TsafrirEstimates.heads())
            .mapToInt(Integer::intValue)
            .sum();

    assertThat(popular / 40_000.0).isBetween(0.85, 0.97);
    assertThat(longer.size() / 40_000.0).isGreaterThan(0.5);
  }

  @Test
  void refusesWhatCannotBeGenerated() {
    assertThatThrownBy(() -> WorkloadGenerator.generate(0, 1, 1, 1))
        .hasMessageContainingAll("0 jobs", "positive");
    assertThatThrownBy(() -> WorkloadGenerator.generate(10, 1, 0, 1)).hasMessageContaining("0.0");
    assertThatThrownBy(() -> WorkloadGenerator.generate(100, 1, 1e-9, 1))
        .hasMessageContaining("higher load");
    assertThat(WorkloadGenerator.generate(1, 1, 1, 1).submit(0)).isZero();
  }
}
