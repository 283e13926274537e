package io.gnomon.sim.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.engine.Workloads.Estimates;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/**
 * What holds for every policy of the library, one by one and in succession. Capacity is the state's
 * own law: a start beyond it is an illegal transition, which fails any of these.
 */
class LibraryProperties {
  private static final List<String> VARIANTS =
      List.of(
          "easy(order=shortest)",
          "easy(head=order, order=wfp3)",
          "easy(head=none)",
          "easy(head=none, order=random/length, weight=0.001)",
          "easy(order=random, weight=0.001)",
          "easy(wide=3, long=0s, patience=10s)",
          "easy(head=none, order=wfp3, wide=5, long=20s, patience=30s)",
          "easy(head=order, order=smallest-area, wide=4, long=0s, patience=1m)",
          "multi-queue(partitions=3)",
          "probabilistic(predictor=hmm)",
          "probabilistic(predictor=class-mean)",
          "probabilistic(predictor=last-two, tau=0.3)",
          "selective-suspension(factor=1.5, hold=false)",
          "selective-suspension(factor=1, disk=20)",
          "selective-suspension(factor=1.2, override=0)",
          "immediate-service(slice=3s, disk=20)",
          "immediate-service(slice=5s, same-processors=false)",
          "slack(average-wait=30s, heuristic=aat)",
          "slack(average-wait=90s, factor=7, heuristic=dc, time-weight=0.5)",
          "slurm(batch_sched_delay=0s, bf_interval=5s, bf_resolution=10s, cores-per-node=4)",
          "slurm(bf_interval=20s, bf_max_job_test=4, bf_max_job_user=2, bf_window=60s,"
              + " default_queue_depth=2, order=xfactor)",
          "slurm(bf_job_part_count_reserve=2, bf_max_job_start=1, order=random)",
          "slurm(default_queue_depth=1, sched_interval=7s, scheduler=builtin)",
          "conservative(order=shortest)",
          "conservative(guarantee=false, order=random/length)",
          "conservative(guarantee=false, order=priority/length, weight=0.01)",
          "conservative(speculation=0.3)",
          "conservative(guarantee=false, order=random, speculation=0.5, test-runs=5m)",
          "conservative(mold=greedy)",
          "conservative(guarantee=false, mold=greedy, order=xfactor)",
          "conservative(mold=half, widen=true)",
          "conservative(mold=quarter, order=widest, speculation=0.4)",
          "conservative(guarantee=false, mold=half, order=random/length, speculation=0.5,"
              + " test-runs=5m, widen=true, speed-up=amdahl:0.2)",
          "conservative(guarantee=false, mold=half, speed-up=downey:1.5)");

  /** Policies that read expected runtimes, which the caller keeps up to date. */
  private static final List<String> ASKING =
      List.of(
          "easy(length=expected, order=xfactor)",
          "easy(head=order, length=expected, order=smallest-area, weight=1e-6)");

  /** Each family with its defaults, and all variants above. */
  @Provide
  Arbitrary<String> policies() {
    return Arbitraries.oneOf(policiesWithSnapshots(), Arbitraries.of(ASKING));
  }

  /** Policies with a state of their own. */
  @Provide
  Arbitrary<String> policiesWithSnapshots() {
    List<String> all = new ArrayList<>(VARIANTS);
    Policies.families().forEach(family -> all.add(family.name()));
    return Arbitraries.of(all);
  }

  @Property(tries = 400)
  void everyJobCompletesOnceAndNoneStartsBeforeItsSubmission(
      @ForAll("policies") String policy,
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 20) int processors,
      @ForAll Estimates estimates) {
    JobLog log = Workloads.random(seed, 60, processors, estimates);
    int[] completions = new int[log.size()];
    ClusterState state = new ClusterState(processors);
    SimulationListener listener =
        new ScheduleListener(log.size()) {
          @Override
          public void started(ClusterState now, int slot) {
            assertThat(now.now()).isGreaterThanOrEqualTo(log.submit(now.job(slot)));
            super.started(now, slot);
          }

          @Override
          public void finished(ClusterState now, int slot) {
            completions[now.job(slot)]++;
            super.finished(now, slot);
          }
        };

    new Simulation(state, Policies.create(policy), new LogArrivals(log), listener).run();

    assertThat(completions).containsOnly(1);
    assertThat(state.activeCount()).isZero();
    assertThat(state.freeProcessors()).isEqualTo(processors);
  }

  @Property(tries = 300)
  void aForkContinuesLikeItsOrigin(
      @ForAll("policies") String policy,
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 20) int processors,
      @ForAll @IntRange(min = 0, max = 120) int steps) {
    JobLog log = Workloads.random(seed, 60, processors, Estimates.ANY);
    Simulation origin = simulation(log, processors, policy);
    advance(origin, steps);
    Simulation fork = origin.fork(new ScheduleListener(log.size()));

    while (origin.step()) {
      fork.step();
      assertThat(fork.state().hash()).isEqualTo(origin.state().hash());
    }
    assertThat(fork.step()).isFalse();
  }

  @Property(tries = 300)
  void aRestoredPolicyContinuesLikeItsOrigin(
      @ForAll("policiesWithSnapshots") String policy,
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 20) int processors,
      @ForAll @IntRange(min = 0, max = 120) int steps) {
    JobLog log = Workloads.random(seed, 60, processors, Estimates.ANY);
    Simulation origin = simulation(log, processors, policy);
    advance(origin, steps);
    ClusterState copy = origin.state().fork();
    SchedulingPolicy restored = Policies.create(policy);
    restored.adopt(copy);
    restored.restore(origin.policy().snapshot());
    Simulation second =
        Simulation.continuing(
            copy, restored, origin.arrivals().fork(), new ScheduleListener(log.size()));
    second.assumeRuntimes(origin::runtime);

    while (origin.step()) {
      second.step();
      assertThat(second.state().hash()).as(policy).isEqualTo(origin.state().hash());
    }
    assertThat(second.step()).isFalse();
  }

  @Property(tries = 500)
  void anyPolicyAdoptsTheLiveStateOfAnyOther(
      @ForAll("policies") String first,
      @ForAll("policies") String second,
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 20) int processors,
      @ForAll @IntRange(min = 0, max = 120) int steps) {
    JobLog log = Workloads.random(seed, 60, processors, Estimates.ANY);
    Simulation simulation = simulation(log, processors, first);
    advance(simulation, steps);

    simulation.reconfigure(Policies.create(second));
    simulation.run();

    assertThat(simulation.state().activeCount())
        .as("jobs left by %s after %s", second, first)
        .isZero();
  }

  @Property(tries = 60)
  void noJobStarvesWhenDelayHasWeight(
      @ForAll @IntRange(min = 2, max = 12) int processors,
      @ForAll @IntRange(min = 1, max = 40) int seconds) {
    // one job needs the whole machine; short narrow jobs keep coming for 40 times their length
    var builder = JobLog.builder().job(1, 0, seconds, seconds, processors - 1);
    builder.job(2, 1, seconds, 10 * seconds, processors);
    for (int i = 0; i < 40 * seconds; i++) {
      builder.job(3 + i, 1 + i, seconds, seconds, 1);
    }
    int[] starts =
        Workloads.starts(
            builder.build(), processors, "conservative(guarantee=false, order=shortest, weight=1)");

    // its delay passes that of every job that comes later at once: it is planned behind those ahead
    assertThat(starts[1]).isLessThanOrEqualTo(3 * seconds);
  }

  private static Simulation simulation(JobLog log, int processors, String policy) {
    return Workloads.simulation(log, processors, Policies.create(policy));
  }

  private static void advance(Simulation simulation, int steps) {
    for (int step = 0; step < steps && simulation.step(); step++) {}
  }
}
