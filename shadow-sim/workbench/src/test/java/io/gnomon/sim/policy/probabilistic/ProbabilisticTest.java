package io.gnomon.sim.policy.probabilistic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Traces;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The dynamic program worked by hand, and what the policy owes to EASY. */
class ProbabilisticTest {
  private static final double EXACT = 1e-12;

  @Test
  void matchesTheCombinationsOfThreeJobs() {
    // jobs of 2, 3 and 4 processors that have ended with probability 1/2, 1/4 and 1/5
    //   at least 5: {2,3} {2,4} {3,4} {2,3,4}
    //     = 1/2 1/4 4/5 + 1/2 3/4 1/5 + 1/2 1/4 1/5 + 1/2 1/4 1/5 = 4 + 3 + 1 + 1 fortieths
    //   at least 4: those and {4} alone, 1/2 3/4 1/5 = 3 fortieths
    //   at least 1: all cases but none, 1 - 1/2 3/4 4/5 = 28 fortieths
    ReleaseDistribution release = new ReleaseDistribution();
    release.clear(9, 0);
    release.add(2, 0.5);
    release.add(3, 0.25);
    release.add(4, 0.2);

    assertThat(release.atLeast(0)).isEqualTo(1);
    assertThat(release.atLeast(1)).isCloseTo(28 / 40.0, within(EXACT));
    assertThat(release.atLeast(4)).isCloseTo(12 / 40.0, within(EXACT));
    assertThat(release.atLeast(5)).isCloseTo(9 / 40.0, within(EXACT));
    assertThat(release.atLeast(9)).isCloseTo(1 / 40.0, within(EXACT));
  }

  @Property(tries = 200)
  void isMonotonicInJobsAndTime(@ForAll long seed) {
    Random random = new Random(seed);
    ReleaseDistribution sooner = new ReleaseDistribution();
    ReleaseDistribution later = new ReleaseDistribution();
    sooner.clear(40, 0);
    later.clear(40, 0);
    for (int job = 0; job < 12; job++) {
      double[] before = new double[41];
      for (int c = 0; c <= 40; c++) {
        before[c] = sooner.atLeast(c);
      }
      int width = 1 + random.nextInt(60);
      double probability = random.nextDouble();
      sooner.add(width, probability);
      later.add(width, probability + (1 - probability) * random.nextDouble());
      for (int c = 1; c <= 40; c++) {
        assertThat(sooner.atLeast(c)).isBetween(before[c] - EXACT, sooner.atLeast(c - 1) + EXACT);
        assertThat(later.atLeast(c)).isBetween(sooner.atLeast(c) - EXACT, 1 + EXACT);
      }
    }
  }

  @Property(tries = 150)
  void withoutAPredictorItIsEasy(@ForAll long seed) {
    JobLog log = Workloads.random(seed, 120, 40, Workloads.Estimates.ANY);

    assertThat(Workloads.run(log, 40, Policies.create("probabilistic(predictor=none)")))
        .isEqualTo(Workloads.run(log, 40, Policies.create("easy")));
  }

  @ParameterizedTest
  @CsvSource({
    "KTH-SP2-1996-2.1-cln, 100",
    "CTC-SP2-1996-3.1-cln, 512",
    "SDSC-SP2-1998-4.2-cln, 128",
    "SDSC-BLUE-2000-4.2-cln, 1152"
  })
  void withoutAPredictorItIsEasyJobByJobOnTheTraces(String trace, int processors) {
    JobLog log = Traces.prepared(trace, processors, OverrunRule.EXTEND);

    assertThat(Workloads.run(log, processors, Policies.create("probabilistic(predictor=none)")))
        .isEqualTo(Workloads.run(log, processors, Policies.create("easy")));
  }

  @Property(tries = 60)
  void aForkEqualsItsOriginIncludingThePredictor(@ForAll long seed) {
    JobLog log = Workloads.random(seed, 150, 40, Workloads.Estimates.AT_LEAST);
    ScheduleListener whole = new ScheduleListener(log.size());
    Simulation simulation = Workloads.simulation(log, 40, Policies.create("probabilistic"), whole);
    simulation.runUntil(log.submit(log.size() / 2));
    ScheduleListener second = new ScheduleListener(log.size());
    simulation.fork(second).run();
    simulation.run();
    Schedule after = second.schedule();

    for (int job = 0; job < log.size(); job++) {
      if (after.started(job)) {
        assertThat(after.start(job)).isEqualTo(whole.schedule().start(job));
      }
    }
  }
}
