package io.gnomon.sim.policy.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.engine.Workloads.Estimates;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ConservativeProperties {

  @Property(tries = 300)
  void noGuaranteedStartIsEverDelayed(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 24) int processors) {
    JobLog log =
        new Preparation(processors, OverrunRule.KNOWN)
            .prepare(Workloads.random(seed, 60, processors, Estimates.ANY))
            .log();
    ClusterState state = new ClusterState(processors);
    Conservative policy = (Conservative) Policies.create(PolicySpec.of("conservative"));
    Simulation simulation =
        new Simulation(state, policy, new LogArrivals(log), new ScheduleListener(log.size()));
    int[] promised = new int[log.size()];
    while (simulation.step()) {
      int waiting = state.waiting().first();
      for (; waiting != ClusterState.NONE; waiting = state.waiting().next(waiting)) {
        int job = state.job(waiting);
        int guarantee = policy.guarantee(waiting);
        assertThat(guarantee).isGreaterThan(state.now());
        if (promised[job] > 0) {
          assertThat(guarantee).as("job %d", job).isLessThanOrEqualTo(promised[job]);
        }
        promised[job] = guarantee;
      }
    }
    assertThat(state.activeCount()).isZero();
  }

  @Property(tries = 200)
  void everyJobRunsOnceAndNotBeforeItsSubmissionWhateverTheEstimates(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 24) int processors,
      @ForAll Estimates estimates) {
    JobLog log = Workloads.random(seed, 60, processors, estimates);

    int[] starts = Workloads.starts(log, processors, "conservative");

    for (int job = 0; job < log.size(); job++) {
      assertThat(starts[job]).isGreaterThanOrEqualTo(log.submit(job));
    }
  }

  @Property(tries = 200)
  void aForkGoesOnAsItsOrigin(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 24) int processors,
      @ForAll @IntRange(min = 0, max = 100) int steps) {
    JobLog log = Workloads.random(seed, 60, processors, Estimates.ANY);
    Simulation origin =
        new Simulation(
            new ClusterState(processors),
            Policies.create("conservative"),
            new LogArrivals(log),
            new ScheduleListener(log.size()));
    for (int step = 0; step < steps && origin.step(); step++) {}
    Simulation fork = origin.fork(new ScheduleListener(log.size()));

    while (origin.step()) {
      fork.step();
      assertThat(fork.state().hash()).isEqualTo(origin.state().hash());
    }
    assertThat(fork.step()).isFalse();
  }
}
