package io.gnomon.sim.policy.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.engine.Workloads.Estimates;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import java.util.Comparator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class ConservativeProperties {

  @Property(tries = 300)
  void equalsThePlainImplementation(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 24) int processors,
      @ForAll boolean guarantee,
      @ForAll boolean shortest) {
    isThePlainOne(
        Workloads.random(seed, 40, processors, Estimates.AT_LEAST),
        processors,
        guarantee,
        shortest);
  }

  /** So many wait that those which cannot gain by an opening are passed over in blocks. */
  @Property(tries = 12)
  void equalsThePlainImplementationWithHundredsOfWaitingJobs(
      @ForAll long seed,
      @ForAll @IntRange(min = 2, max = 12) int processors,
      @ForAll boolean shortest) {
    JobLog log = Workloads.random(seed, 200, processors, Estimates.AT_LEAST);
    isThePlainOne(atOnce(log), processors, true, shortest);
  }

  private static JobLog atOnce(JobLog log) {
    JobLogBuilder builder = JobLog.builder();
    for (int job = 0; job < log.size(); job++) {
      int submit = Math.min(log.submit(job), job / 20);
      builder.job(log.jobId(job), submit, log.runtime(job), log.estimate(job), log.width(job));
    }
    return builder.build();
  }

  private static void isThePlainOne(
      JobLog log, int processors, boolean guarantee, boolean shortest) {
    Comparator<Integer> order = Comparator.naturalOrder();
    if (shortest) {
      order = Comparator.<Integer>comparingInt(log::estimate).thenComparing(order);
    }

    int[] fast =
        Workloads.starts(
            log,
            processors,
            "conservative(guarantee="
                + guarantee
                + (shortest ? ", order=shortest)" : ", order=arrival)"));

    assertThat(fast).isEqualTo(new PlainPlanner(log, processors, guarantee, order).starts());
  }

  @Property(tries = 400)
  void noGuaranteedStartIsEverDelayed(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 24) int processors,
      @ForAll("withGuarantees") String spec) {
    JobLog log =
        new Preparation(processors, OverrunRule.KNOWN)
            .prepare(Workloads.random(seed, 60, processors, Estimates.ANY))
            .log();
    ClusterState state = new ClusterState(processors);
    Conservative policy = (Conservative) Policies.create(spec);
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

  /** All stages that leave guarantees, alone and together. */
  @Provide
  Arbitrary<String> withGuarantees() {
    return Arbitraries.of(
        "conservative",
        "conservative(order=shortest)",
        "conservative(order=random)",
        "conservative(speculation=0.2)",
        "conservative(mold=half)",
        "conservative(mold=greedy)",
        "conservative(mold=quarter, widen=true)",
        "conservative(order=random/length, speculation=0.5, mold=half, widen=true)");
  }
}
