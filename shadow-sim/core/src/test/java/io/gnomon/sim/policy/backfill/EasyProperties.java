package io.gnomon.sim.policy.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.engine.Workloads.Estimates;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.order.Order;
import io.gnomon.sim.workload.JobLog;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class EasyProperties {

  @Property(tries = 400)
  void fastEasyIsPlainEasyJobByJob(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 24) int processors,
      @ForAll Estimates estimates) {
    JobLog log = Workloads.random(seed, 60, processors, estimates);

    Schedule fast = Workloads.run(log, processors, Policies.create("easy"));

    assertThat(fast).isEqualTo(Workloads.run(log, processors, new PlainEasy()));
  }

  @Property(tries = 200)
  void fastEasyIsPlainEasyWhileCapacityChanges(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 16) int processors) {
    JobLog log = Workloads.random(seed, 60, processors, Estimates.ANY);

    Schedule fast = runWithFailures(log, processors, Policies.create("easy"), seed);

    assertThat(fast).isEqualTo(runWithFailures(log, processors, new PlainEasy(), seed));
  }

  @Property(tries = 200)
  void exactEstimatesLeaveTheHeadAtItsReservation(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 24) int processors) {
    JobLog log = Workloads.random(seed, 60, processors, Estimates.EXACT);
    ClusterState state = new ClusterState(processors);
    ScheduleListener listener = new ScheduleListener(log.size());
    Simulation simulation =
        new Simulation(state, Policies.create("easy"), new LogArrivals(log), listener);
    int[] promised = new int[log.size()];
    while (simulation.step()) {
      int head = state.waiting().first();
      if (head >= 0 && promised[state.job(head)] == 0) {
        promised[state.job(head)] = reservation(state, head);
      }
    }
    assertStarted(listener.schedule(), promised);
  }

  @Property(tries = 200)
  void withoutAReservationNoFittingJobWaits(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 24) int processors,
      @ForAll("orders") String order,
      @ForAll Estimates estimates) {
    JobLog log = Workloads.random(seed, 60, processors, estimates);
    ClusterState state = new ClusterState(processors);
    String policy = "easy(head=none, order=" + order + ")";
    Simulation simulation =
        new Simulation(
            state, Policies.create(policy), new LogArrivals(log), new ScheduleListener(log.size()));
    WaitingQueue waiting = state.waiting();
    while (simulation.step()) {
      for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
        assertThat(state.width(slot))
            .as("at %d", state.now())
            .isGreaterThan(state.freeProcessors());
      }
    }
  }

  @Property(tries = 300)
  void aWideJobStartsWhenItFitsAndNoJobDelaysTheOldestPastItsPatience(
      @ForAll long seed,
      @ForAll @IntRange(min = 2, max = 24) int processors,
      @ForAll @IntRange(min = 0, max = 60) int patience,
      @ForAll("heads") String head) {
    JobLog log = Workloads.random(seed, 60, processors, Estimates.EXACT);
    int wide = Math.max(2, processors / 3);
    String policy = "easy(%s, wide=%d, long=10s, patience=%ds)".formatted(head, wide, patience);
    ClusterState state = new ClusterState(processors);
    ScheduleListener listener = new ScheduleListener(log.size());
    Simulation simulation =
        new Simulation(state, Policies.create(policy), new LogArrivals(log), listener);
    int[] promised = new int[log.size()];
    WaitingQueue waiting = state.waiting();
    while (simulation.step()) {
      int oldest = ClusterState.NONE;
      for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
        if (state.width(slot) >= wide && state.estimate(slot) > 10) {
          boolean impatient = state.now() - state.submitTime(slot) >= patience;
          oldest = oldest == ClusterState.NONE && impatient ? slot : oldest;
          assertThat(state.width(slot) > state.freeProcessors() || oldest != ClusterState.NONE)
              .as("whether job %d must wait at %d", state.job(slot), state.now())
              .isTrue();
        }
      }
      if (oldest != ClusterState.NONE && promised[state.job(oldest)] == 0) {
        promised[state.job(oldest)] = reservation(state, oldest);
      }
    }
    assertStarted(listener.schedule(), promised);
  }

  @Provide
  Arbitrary<String> heads() {
    return Arbitraries.of(
        "head=none",
        "head=arrival",
        "head=arrival, order=widest",
        "head=none, order=wfp3",
        "head=order, order=shortest");
  }

  @Provide
  Arbitrary<String> orders() {
    return Arbitraries.of(Order.words());
  }

  private static void assertStarted(Schedule schedule, int[] promised) {
    for (int job = 0; job < promised.length; job++) {
      if (promised[job] > 0) {
        assertThat(schedule.start(job)).as("start of %d", job).isEqualTo(promised[job]);
      }
    }
  }

  private static int reservation(ClusterState state, int head) {
    int free = state.freeProcessors();
    int i = 0;
    while (free < state.width(head)) {
      free += state.heldProcessors(state.running().slot(i++));
    }
    return state.running().end(i - 1);
  }

  /** Takes processors away and gives them back between steps; all are back at the end. */
  private static Schedule runWithFailures(
      JobLog log, int processors, SchedulingPolicy policy, long seed) {
    Random random = new Random(seed);
    ClusterState state = new ClusterState(processors);
    ScheduleListener listener = new ScheduleListener(log.size());
    Simulation simulation = new Simulation(state, policy, new LogArrivals(log), listener);
    for (int steps = 0; simulation.step(); steps++) {
      state.setProcessors(steps > 60 ? processors : 1 + random.nextInt(processors));
    }
    return listener.schedule();
  }
}
