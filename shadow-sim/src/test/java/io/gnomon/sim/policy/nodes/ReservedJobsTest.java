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
import io.gnomon.sim.machine.ConsTres;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.Reservation;
import io.gnomon.sim.machine.Shape;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.priority.AssociationTree;
import io.gnomon.sim.priority.Claimant;
import io.gnomon.sim.priority.PriorityBasis;
import io.gnomon.sim.priority.PrioritySettings;
import io.gnomon.sim.priority.PriorityWeights;
import io.gnomon.sim.priority.UsageReset;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
        jobs()
            .job(0, 0, 50, 50, 4)
            .request(course(4))
            .job(1, 1, 20, 20, 2)
            .request(course(2))
            .job(2, 50, 200, 200, 4)
            .request(cpus(4))
            .job(3, 51, 151, 151, 4)
            .request(cpus(4))
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
        jobs()
            .job(0, 0, 60, 60, 4)
            .request(course(4))
            .job(1, 0, 30, 30, 4)
            .request(course(4))
            .job(2, 110, 50, 50, 4)
            .request(cpus(4))
            .build();

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
        jobs()
            .job(0, 100, 50, 50, 4)
            .request(cpus(4))
            .job(1, 101, 50, 50, 8)
            .request(cpus(8))
            .job(2, 102, 60, 300, 4)
            .request(course(4))
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
        jobs()
            .job(0, 90, 300, 300, 2)
            .request(cpus(2))
            .job(1, 91, 30, 30, 1)
            .request(course(1))
            .job(2, 92, 40, 40, 1)
            .request(course(1))
            .job(3, 93, 50, 50, 2)
            .request(course(2))
            .job(4, 94, 50, 50, 1)
            .request(cpus(1))
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
    JobLog log =
        jobs()
            .job(0, 0, 500, 500, 4)
            .request(course(4))
            .job(1, 0, 10, 10, 4)
            .request(course(4))
            .build();
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
    JobLog log =
        jobs()
            .job(0, 0, 10, 10, 1)
            .request(in("other", 1))
            .job(1, 0, 9, 9, 1)
            .request(cpus(1))
            .build();
    ClusterState state = new ClusterState(MACHINE);
    ScheduleListener listener = new ScheduleListener(2);

    new Simulation(state, Policies.create("easy", state), new LogArrivals(log, state), listener)
        .run();

    assertThat(listener.refused()).isEqualTo(Map.of(WaitingReason.RESERVATION_UNKNOWN, 1));
    assertThat(listener.schedule().started(1)).isTrue();
  }

  @Test
  void jobsOfAReservationWithoutUsersAreRefused() {
    Machine machine =
        Machine.of(2, NodeClass.of(4, 0)).toBuilder()
            .reservation(new Reservation("maintenance", List.of("n1"), 0, 200))
            .build();
    JobLog log = jobs().job(0, 0, 10, 10, 1).request(in("maintenance", 1)).build();
    ClusterState state = new ClusterState(machine);
    ScheduleListener listener = new ScheduleListener(1);

    new Simulation(state, Policies.create("easy", state), new LogArrivals(log, state), listener)
        .run();

    assertThat(listener.refused()).isEqualTo(Map.of(WaitingReason.RESERVATION_DENIED, 1));
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
    AssociationTree tree =
        new AssociationTree.Builder()
            .account("physics", "root", 1, 0)
            .account("theory", "physics", 1, 0)
            .user("theory", "ada", 1, 0)
            .account("arts", "root", 1, 0)
            .user("arts", "bob", 1, 0)
            .build();
    Accounts accounts =
        new Accounts(
            tree,
            Map.of("ada", "theory", "bob", "arts"),
            List.of(),
            new PrioritySettings(
                3600,
                300,
                3600,
                false,
                1,
                UsageReset.NONE,
                Set.of(),
                new PriorityWeights(0, 0, 0, 0, 0, 0, Map.of())),
            new PriorityBasis(
                2, 8, Map.of("all", new PriorityBasis.PartitionBasis(1, Map.of())), Map.of(), 0));
    JobLog log =
        jobs()
            .job(0, 0, 10, 10, 1)
            .request(course(1))
            .claimant(new Claimant("ada", "theory", "", 0))
            .job(1, 0, 10, 10, 1)
            .request(course(1))
            .claimant(new Claimant("bob", "arts", "", 0))
            .build();
    ClusterState state = new ClusterState(machine, accounts);
    ScheduleListener listener = new ScheduleListener(2);

    new Simulation(state, Policies.create("easy", state), new LogArrivals(log, state), listener)
        .run();

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

  private static JobLogBuilder jobs() {
    return JobLog.builder();
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
    ScheduleListener listener = new ScheduleListener(log.size());
    new Simulation(state, Policies.create(spec, state), new LogArrivals(log, state), listener)
        .run();
    Map<Integer, Integer> starts = new HashMap<>();
    for (int job = 0; job < log.size(); job++) {
      if (listener.schedule().started(job)) {
        starts.put(job, listener.schedule().start(job));
      }
    }
    return starts;
  }
}
