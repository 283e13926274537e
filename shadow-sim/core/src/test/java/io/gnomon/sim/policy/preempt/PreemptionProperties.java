package io.gnomon.sim.policy.preempt;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** What holds for every preemptive schedule of crowded random logs. */
class PreemptionProperties {
  private static final int PROCESSORS = 70;

  @Provide
  Arbitrary<String> policies() {
    return Arbitraries.of(
        "selective-suspension(tuned=false)",
        "selective-suspension(tuned=false, factor=1.5)",
        "selective-suspension(factor=1)",
        "selective-suspension(factor=1.3, override=0)",
        "selective-suspension(factor=1.5, disk=2)",
        "selective-suspension(same-processors=false, factor=1.2)",
        "immediate-service(slice=5m)",
        "immediate-service(slice=5m, disk=2)",
        "immediate-service(slice=2m, same-processors=false)");
  }

  @Property(tries = 80)
  void everyJobEndsAndItsWaitIsNeverNegative(@ForAll long seed, @ForAll("policies") String policy) {
    JobLog log = minutes(seed);
    Schedule schedule = Workloads.run(log, PROCESSORS, Policies.create(policy));

    for (int job = 0; job < log.size(); job++) {
      assertThat(schedule.finished(job)).isTrue();
      int turnaround = new Outcome(log, schedule).turnaround(job);
      assertThat(turnaround).isGreaterThanOrEqualTo(log.runtime(job));
    }
  }

  @Property(tries = 60)
  void noProcessorIsHeldTwiceAndAResumedJobHasItsOwn(@ForAll long seed) {
    JobLog log = minutes(seed);
    SelectiveSuspension policy = ss("selective-suspension(factor=1.3, tuned=false)");
    Map<Integer, List<Integer>> sets = new HashMap<>();
    ScheduleListener check =
        new ScheduleListener(log.size()) {
          @Override
          public void suspended(ClusterState state, int slot) {
            sets.put(state.job(slot), set(policy.processors(), slot));
          }

          @Override
          public void resumed(ClusterState state, int slot) {
            assertThat(set(policy.processors(), slot)).isEqualTo(sets.get(state.job(slot)));
          }
        };
    Simulation simulation = Workloads.simulation(log, PROCESSORS, policy, check);
    while (simulation.step()) {
      ClusterState state = simulation.state();
      ProcessorMap map = policy.processors();
      List<Integer> held = new ArrayList<>();
      for (int i = 0; i < state.running().size(); i++) {
        List<Integer> set = set(map, state.running().slot(i));
        assertThat(set).hasSize(state.heldProcessors(state.running().slot(i)));
        held.addAll(set);
      }
      assertThat(held).doesNotHaveDuplicates();
      assertThat(map.freeCount()).isEqualTo(state.freeProcessors());
    }
  }

  @Property(tries = 60)
  void timeInWhichAJobDoesNotRunIsItsWait(
      @ForAll long seed, @ForAll("withoutOverhead") String policy) {
    JobLog log = minutes(seed);
    int[] idle = new int[log.size()];
    ScheduleListener listener =
        new ScheduleListener(log.size()) {
          private void runs(ClusterState state, int slot) {
            idle[state.job(slot)] += state.now();
          }

          @Override
          public void submitted(ClusterState state, int slot) {
            idle[state.job(slot)] -= state.now();
            super.submitted(state, slot);
          }

          @Override
          public void started(ClusterState state, int slot) {
            runs(state, slot);
            super.started(state, slot);
          }

          @Override
          public void suspended(ClusterState state, int slot) {
            idle[state.job(slot)] -= state.now();
            super.suspended(state, slot);
          }

          @Override
          public void resumed(ClusterState state, int slot) {
            runs(state, slot);
            super.resumed(state, slot);
          }
        };
    Workloads.simulation(log, PROCESSORS, Policies.create(policy), listener).run();

    Outcome outcome = new Outcome(log, listener.schedule());
    for (int job = 0; job < log.size(); job++) {
      assertThat(outcome.wait(job)).as("job %s", job).isEqualTo(idle[job]);
    }
  }

  @Provide
  Arbitrary<String> withoutOverhead() {
    return policies().filter(policy -> !policy.contains("disk"));
  }

  @Property(tries = 40)
  void aJobAsWideAsTheMachineDoesNotStarveBehindAStreamOfNarrowOnes(
      @ForAll @IntRange(min = 2, max = 12) int processors,
      @ForAll @IntRange(min = 60, max = 600) int seconds,
      @ForAll @IntRange(min = 11, max = 30) int tenths,
      @ForAll boolean tuned) {
    // narrow jobs keep every processor busy and never wait, so that their xfactors are 1
    double factor = tenths / 10.0;
    int narrow = 120 * processors;
    int last = (int) (factor * seconds) + 2 * narrow;
    JobLogBuilder log = JobLog.builder();
    for (int p = 0; p < processors; p++) {
      log.job(1 + p, 0, 120 * (p + 1), 120 * (p + 1), 1);
    }
    log.job(1_000, 1, seconds, seconds, processors);
    for (int at = 120; at < last; at += 120) {
      log.job(1_000 + at, at, narrow, narrow, 1);
    }
    int start =
        Workloads.starts(
            log.build(),
            processors,
            "selective-suspension(factor=" + factor + ", tuned=" + tuned + ")")[processors];

    int reached = (int) Math.ceil((factor - 1) * seconds);
    assertThat(start).isLessThanOrEqualTo(1 + reached + 60);
  }

  @Property(tries = 60)
  void skippedMinutesAreThoseInWhichNothingCanHappen(
      @ForAll long seed, @ForAll boolean tuned, @ForAll boolean same, @ForAll boolean hold) {
    JobLog log = minutes(seed);
    String text =
        "selective-suspension(factor=1.4, tuned="
            + tuned
            + ", same-processors="
            + same
            + ", hold="
            + hold
            + ")";

    Schedule skipping = Workloads.run(log, PROCESSORS, ss(text));
    Schedule everyMinute = Workloads.run(log, PROCESSORS, new EveryMinute(ss(text)));

    assertThat(skipping).isEqualTo(everyMinute);
  }

  @Property(tries = 60)
  void aForkEqualsItsOrigin(@ForAll long seed, @ForAll("policies") String policy) {
    JobLog log = minutes(seed);
    ScheduleListener whole = new ScheduleListener(log.size());
    Simulation simulation = Workloads.simulation(log, PROCESSORS, Policies.create(policy), whole);
    simulation.runUntil(log.submit(log.size() / 2));
    ScheduleListener second = new ScheduleListener(log.size());
    Simulation fork = simulation.fork(second);
    fork.run();
    simulation.run();

    for (int job = 0; job < log.size(); job++) {
      if (second.schedule().finished(job)) {
        assertThat(second.schedule().end(job)).isEqualTo(whole.schedule().end(job));
      }
    }
    assertThat(fork.state().activeCount()).isZero();
  }

  @Property(tries = 60)
  void aRestoredPolicyContinuesLikeItsOrigin(@ForAll long seed, @ForAll("policies") String policy) {
    JobLog log = minutes(seed);
    Simulation origin = Workloads.simulation(log, PROCESSORS, Policies.create(policy));
    origin.runUntil(log.submit(log.size() / 2));
    ClusterState copy = origin.state().fork();
    SchedulingPolicy restored = Policies.create(policy);
    restored.adopt(copy);
    restored.restore(origin.policy().snapshot());
    Simulation second =
        Simulation.continuing(
            copy, restored, origin.arrivals().fork(), new ScheduleListener(log.size()));
    second.assumeRuntimes(origin::runtime);

    assertThat(restored.snapshot()).isEqualTo(origin.policy().snapshot());
    while (origin.step()) {
      second.step();
      assertThat(second.state().hash()).as(policy).isEqualTo(origin.state().hash());
    }
    assertThat(second.step()).isFalse();
  }

  @Property(tries = 40)
  void aSuccessorTakesOverThePlacement(@ForAll long seed, @ForAll boolean tuned) {
    JobLog log = minutes(seed);
    SelectiveSuspension first = ss("selective-suspension(factor=1, tuned=false)");
    Simulation simulation = Workloads.simulation(log, PROCESSORS, first);
    simulation.runUntil(log.submit(log.size() / 2));
    SelectiveSuspension second = ss("selective-suspension(factor=1.5, tuned=" + tuned + ")");
    simulation.install(second);

    simulation
        .state()
        .forEachActive(
            slot -> {
              assertThat(set(second.processors(), slot)).isEqualTo(set(first.processors(), slot));
              assertThat(second.processors().holds(slot)).isEqualTo(first.processors().holds(slot));
            });
  }

  @Property(tries = 40)
  void aStateWithSuspendedJobsCanBeAdoptedByEveryPolicy(
      @ForAll long seed, @ForAll("policies") String next) {
    JobLog log = minutes(seed);
    ScheduleListener listener = new ScheduleListener(log.size());
    Simulation simulation =
        Workloads.simulation(
            log, PROCESSORS, ss("selective-suspension(factor=1, tuned=false)"), listener);
    do {
      simulation.step();
    } while (simulation.state().suspendedCount() == 0 && simulation.nextEventTime() < 1 << 30);
    simulation.reconfigure(Policies.create(next));
    simulation.run();

    assertThat(new Outcome(log, listener.schedule()).finishedJobs()).isEqualTo(log.size());
    simulation.state().forEach(JobPhase.SUSPENDED, slot -> assertThat(slot).isNegative());
  }

  /** Seconds become tens of seconds, so that the minute routine has work. */
  private static JobLog minutes(long seed) {
    JobLog log = Workloads.random(seed, 80, PROCESSORS, Workloads.Estimates.AT_LEAST);
    JobLogBuilder builder = JobLog.builder();
    for (int job = 0; job < log.size(); job++) {
      builder.job(
          job + 1L,
          17 * log.submit(job),
          23 * log.runtime(job),
          23 * log.estimate(job),
          log.width(job));
    }
    return builder.build();
  }

  private static SelectiveSuspension ss(String text) {
    return (SelectiveSuspension) Policies.create(text);
  }

  private static List<Integer> set(ProcessorMap map, int slot) {
    List<Integer> set = new ArrayList<>();
    map.forEachProcessor(slot, set::add);
    return set;
  }
}
