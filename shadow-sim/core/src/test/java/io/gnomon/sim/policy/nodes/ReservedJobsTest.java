package io.gnomon.sim.policy.nodes;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.engine.Arrivals;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.Reservation;
import io.gnomon.sim.machine.placement.ConsTres;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two nodes of four CPUs; n1 is reserved from 100 to 200 s for the jobs of ada. */
class ReservedJobsTest {
  private static final Machine MACHINE =
      Machine.of(2, NodeClass.of(4, 0)).toBuilder()
          .reservation(
              new Reservation("course", List.of("n1"), 100, 200, List.of("ada"), List.of()))
          .build();
  private static final String SLURM =
      "slurm(bf_interval=1s, bf_resolution=1s, sched_interval=1s, end-window=0s)";

  @ParameterizedTest
  @ValueSource(
      strings = {"fcfs", "easy", "easy(order=shortest)", "easy(head=none)", "probabilistic", SLURM})
  void jobsRunOnTheNodesAndInTheTimeOfTheirReservation(String spec) {
    // 0: from 100 on, which is the start, although the nodes are idle
    // 1: would fit beside 0 on n0 only; waits for n1 until 150
    // 2: not in the reservation, would end at 201: on n0
    // 3: like 2, but n0 is taken until 250, and n1 reserved until 200
    JobLog log =
        new NodeJobs()
            .job(0, 50, course(4))
            .job(1, 20, course(2))
            .job(50, 200, cpus(4))
            .job(51, 151, cpus(4))
            .build();

    Map<Integer, Integer> starts = starts(log, spec);

    assertThat(starts.get(0)).isEqualTo(100);
    assertThat(starts.get(1)).isBetween(150, 153);
    assertThat(starts.get(2)).isBetween(50, 53);
    assertThat(starts.get(3)).isBetween(200, 203);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fcfs", "easy", "easy(order=shortest)", "probabilistic", SLURM})
  void aJobThatWaitsInAReservationHoldsNoOtherBack(String spec) {
    // 1 waits for n1 until 160; 2 has all of n0, which it may use
    JobLog log =
        new NodeJobs().job(0, 60, course(4)).job(0, 30, course(4)).job(110, 50, cpus(4)).build();

    Map<Integer, Integer> starts = starts(log, spec);

    assertThat(starts.get(1)).isBetween(160, 163);
    assertThat(starts.get(2)).isBetween(110, 113);
  }

  @ParameterizedTest
  @ValueSource(strings = {SLURM, "slurm(scheduler=builtin)"})
  void slurmTestsJobsInReservationsFirst(String spec) {
    // 1 is before 2 in the queue and needs both nodes, from 200 on. It blocks its partition, and
    // would reserve n1 from 200 on, but 2, which may run to 402, has been tested before it
    JobLog log =
        new NodeJobs()
            .job(100, 50, cpus(4))
            .job(101, 50, cpus(8))
            .job(102, 60, 300, course(4))
            .build();

    Map<Integer, Integer> starts = starts(log, spec);

    assertThat(starts.get(0)).isBetween(100, 103);
    assertThat(starts.get(1)).isBetween(200, 260);
    assertThat(starts.get(2)).isBetween(102, 105);
  }

  @ParameterizedTest
  @ValueSource(strings = {"easy", SLURM, "slurm(scheduler=builtin)"})
  void jobsInAReservationCanHaveWholeNodes(String spec) {
    // nodes of one CPU, which plans count; 1 and 2 have one of the two reserved nodes each
    Machine machine =
        Machine.of(4, NodeClass.of(1, 0)).toBuilder()
            .reservation(
                new Reservation("course", List.of("n2", "n3"), 100, 200, List.of("ada"), List.of()))
            .build();
    JobLog log =
        new NodeJobs()
            .job(90, 300, cpus(2))
            .job(91, 30, course(1))
            .job(92, 40, course(1))
            .job(93, 50, course(2))
            .job(94, 50, cpus(1))
            .build();

    Map<Integer, Integer> starts = starts(machine, log, spec);

    assertThat(starts.get(1)).isBetween(100, 120);
    assertThat(starts.get(2)).isBetween(100, 120);
    assertThat(starts.get(3)).isBetween(140, 180);
    assertThat(starts.get(4)).isBetween(200, 240);
  }

  @ParameterizedTest
  @ValueSource(strings = {"easy", "conservative", "multi-queue", "slack", SLURM})
  void jobsEndWithTheirReservationAndThoseLeftAreHeld(String spec) {
    JobLog log = new NodeJobs().job(0, 500, course(4)).job(0, 10, course(4)).build();
    ClusterState state = new ClusterState(MACHINE);
    ScheduleListener schedule = new ScheduleListener(2);
    Simulation simulation =
        new Simulation(state, Policies.create(spec, state), new LogArrivals(log, state), schedule);

    simulation.runUntil(100);
    assertThat(state.heldCount()).isEqualTo(2);
    state.forEach(
        JobPhase.HELD,
        slot -> assertThat(state.waitingReason(slot)).isEqualTo(WaitingReason.RESERVATION));
    simulation.run();

    assertThat(schedule.schedule().started(1)).isFalse();
    state.forEach(
        JobPhase.HELD,
        slot -> assertThat(state.waitingReason(slot)).isEqualTo(WaitingReason.RESERVATION));
    if (schedule.schedule().started(0)) {
      // running jobs are compared with their limits every 30 s
      assertThat(schedule.schedule().end(0)).isEqualTo(210);
    }
  }

  @Test
  void jobsOfAReservationThatTheClusterDoesNotHaveAreRefused() {
    JobLog log = new NodeJobs().job(0, 10, in("other", 1)).job(0, 9, cpus(1)).build();

    ScheduleListener listener = run(new ClusterState(MACHINE), log);

    assertThat(listener.refused()).isEqualTo(Map.of(WaitingReason.RESERVATION_UNKNOWN, 1));
    assertThat(listener.schedule().started(1)).isTrue();
  }

  @Test
  void jobsOfAReservationWithoutUsersAreRefused() {
    Machine machine =
        Machine.of(2, NodeClass.of(4, 0)).toBuilder()
            .reservation(new Reservation("maintenance", List.of("n1"), 0, 200))
            .build();
    JobLog log = new NodeJobs().job(0, 10, in("maintenance", 1)).build();

    assertThat(run(new ClusterState(machine), log).refused())
        .isEqualTo(Map.of(WaitingReason.RESERVATION_DENIED, 1));
  }

  @Test
  void aReservationAdmitsItsUsersAndAccounts() {
    assertThat(reservation(List.of("ada"), List.of()).admits("ada", "x")).isTrue();
    assertThat(reservation(List.of("ada"), List.of()).admits("bob", "x")).isFalse();
    assertThat(reservation(List.of(), List.of("x")).admits("bob", "x")).isTrue();
    assertThat(reservation(List.of("ada"), List.of("x")).admits("ada", "y")).isFalse();
    assertThat(reservation(List.of(), List.of()).admits("ada", "x")).isFalse();
  }

  @Test
  void aReservationAdmitsTheAccountsBelowItsOwn() {
    Machine machine =
        Machine.of(2, NodeClass.of(4, 0)).toBuilder()
            .reservation(
                new Reservation("course", List.of("n1"), 0, 200, List.of(), List.of("physics")))
            .build();
    Site site =
        new Site(machine)
            .account("physics")
            .account("theory", "physics")
            .users("theory", "ada")
            .account("arts")
            .users("arts", "bob");
    JobLog log =
        new NodeJobs()
            .job(0, 10, course(1))
            .of("ada", "theory")
            .job(0, 10, course(1))
            .of("bob", "arts")
            .build();

    ScheduleListener listener = run(new ClusterState(machine, site.accounts()), log);

    assertThat(listener.refused()).isEqualTo(Map.of(WaitingReason.RESERVATION_DENIED, 1));
    assertThat(listener.schedule().started(0)).isTrue();
  }

  /** A scheduler may report jobs in a reservation that admits none by what Gnomon knows of it. */
  @ParameterizedTest
  @ValueSource(strings = {"fcfs", "easy", SLURM, "slurm(scheduler=builtin)"})
  void aLiveJobInAReservationWithoutUsersHoldsNoOtherBack(String spec) {
    Machine machine =
        Machine.of(2, NodeClass.of(4, 0)).toBuilder()
            .reservation(new Reservation("maintenance", List.of("n1"), 0, 1000))
            .build();
    ClusterState live = new ClusterState(machine);
    Shape inside = live.nodes().shapes().of(in("maintenance", 4), 100);
    Shape outside = live.nodes().shapes().of(cpus(4), 50);
    int running = live.submitShape(0, 0, inside.id(), 100);
    live.start(
        running, requireNonNull(new ConsTres(machine).place(inside, live.nodes().free())), 100);
    live.submitShape(1, 0, inside.id(), 100);
    live.submitShape(2, 0, outside.id(), 50);
    ScheduleListener listener = new ScheduleListener(3);

    Simulation simulation =
        new Simulation(live, Policies.create(spec, live), Arrivals.NONE, listener);
    simulation.pass();
    simulation.run();

    assertThat(listener.schedule().start(2)).as("on n0, which is free").isBetween(0, 1);
    assertThat(listener.schedule().start(1)).as("on n1, after job 0").isBetween(100, 101);
  }

  private static Reservation reservation(List<String> users, List<String> accounts) {
    return new Reservation("r", List.of("n0"), 0, 1, users, accounts);
  }

  private static Request cpus(int count) {
    return in("", count);
  }

  private static Request course(int cpus) {
    return in("course", cpus);
  }

  private static Request in(String reservation, int cpus) {
    return new Request.Builder().tasks(cpus).reservation(reservation).build();
  }

  private static Map<Integer, Integer> starts(JobLog log, String spec) {
    return starts(MACHINE, log, spec);
  }

  private static Map<Integer, Integer> starts(Machine machine, JobLog log, String spec) {
    ClusterState state = new ClusterState(machine);
    return NodeRuns.starts(state, Policies.create(spec, state), log);
  }

  private static ScheduleListener run(ClusterState state, JobLog log) {
    ScheduleListener listener = new ScheduleListener(log.size());
    new Simulation(state, Policies.create("easy", state), new LogArrivals(log, state), listener)
        .run();
    return listener;
  }
}
