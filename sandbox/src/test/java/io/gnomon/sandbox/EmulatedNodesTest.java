package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.bridge.CannotApplyException;
import io.gnomon.controller.mirror.DeclaredState;
import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.mirror.MirrorListener;
import io.gnomon.controller.mirror.RejectedEventException;
import io.gnomon.controller.room.Room;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.ClusterDeclared;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.cluster.PolicyCapability;
import io.gnomon.events.config.ConfigRejectReason;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.PlacedNodes;
import io.gnomon.model.machine.AllocationUnit;
import io.gnomon.model.machine.Selection;
import io.gnomon.sandbox.cluster.EmulatedCluster;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.SimulationListener;
import io.gnomon.sim.machine.Features;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.Reservation;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.machinefile.MachineSource;
import io.gnomon.slurm.value.HostList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The emulated cluster on nodes: what it reports, and that a controller's mirror equals it. */
class EmulatedNodesTest {
  private static final long ORIGIN = 1_700_000_000;
  private static final String SHORTEST = "easy(order=shortest)";

  private static Mirror mirror(EmulatedCluster cluster) throws RejectedEventException {
    ClusterDeclared declared = cluster.declare();
    return Mirror.restored(
        ORIGIN,
        DeclaredState.empty(ORIGIN, declared.processors(), declared.machine(), null),
        declared.machine(),
        null,
        0,
        new MirrorListener() {},
        Room.UNLIMITED);
  }

  private static List<EventData> changes(EmulatedCluster cluster) {
    List<EventData> events = new ArrayList<>();
    cluster.changes(0, events::add);
    return events;
  }

  /**
   * Nodes n1 and n2 have 4 CPUs and 1,000 MiB, g1 has 8 CPUs, 4,000 MiB and 2 v100. The job needs 6
   * CPUs on two nodes of the default partition, so it holds 4 of n1 and 2 of n2, with 100 MiB each.
   */
  @Test
  void reportsRequestsAndPlacements() {
    Machine machine =
        new Machine.Builder()
            .node("n[1-2]", NodeClass.of(4, 1_000))
            .node("g1", new NodeClass(8, 1, 4_000, Map.of("v100", 2), Set.of(), 5))
            .partition(Partition.of("cpu", List.of("n1", "n2")))
            .build();
    Request request = new Request.Builder().nodes(1, 2).tasks(6).memoryPerCpu(100).build();
    JobLog log = JobLog.builder().job(7, 10, 100, 200, 6).request(request).build();
    EmulatedCluster cluster = new EmulatedCluster(log, new ClusterState(machine), ORIGIN);
    cluster.runUntil(50);

    List<EventData> events = changes(cluster);

    JobSubmitted submitted = (JobSubmitted) events.get(0);
    assertThat(submitted.processors()).isEqualTo(6);
    assertThat(submitted.request().tasks()).isEqualTo(6);
    assertThat(submitted.request().nodes().max()).isEqualTo(2);
    assertThat(submitted.request().memoryPerCpuMb()).isEqualTo(100);
    assertThat(((JobStarted) events.get(1)).placement())
        .containsExactly(
            new PlacedNodes(HostList.of("n1"), 4, 400), new PlacedNodes(HostList.of("n2"), 2, 200));
    assertThat(cluster.declare().machine().nodes())
        .extracting(group -> group.names().toString())
        .containsExactly("n[1-2]", "g1");
    assertThat(cluster.snapshot(1).jobs().get(0).placement()).hasSize(2);
  }

  @Test
  void theMirrorHasTheSameMachine() throws Exception {
    Machine machine =
        new Machine.Builder()
            .selection(new Selection(AllocationUnit.CPU, true, true))
            .node("a[01-02]", new NodeClass(8, 2, 1_000, Map.of("v100", 2), Set.of("x", "y"), 3))
            .node("b1", NodeClass.of(4, NodeClass.UNKNOWN_MEMORY))
            .node("a03", new NodeClass(8, 2, 1_000, Map.of("v100", 2), Set.of("x", "y"), 3))
            .partition(Partition.of("all", List.of("a01", "a02", "b1", "a03")))
            .partition(new Partition("p", List.of("b1"), 60, 30, 1, 2, 4, true, 50, false, true))
            .partition(new Partition("down", List.of("b1"), 60, 30, 1, 2, 4, true, 0, false, false))
            .reservation(new Reservation("r", List.of("b1"), 100, 200))
            .build();
    EmulatedCluster cluster =
        new EmulatedCluster(JobLog.builder().build(), new ClusterState(machine), ORIGIN);

    assertThat(mirror(cluster).state().nodes().machine()).isEqualTo(machine);
  }

  @Test
  void aRequestComesBackFromItsEvent() throws Exception {
    Machine machine =
        new Machine.Builder()
            .node("g[1-2]", new NodeClass(16, 1, 4_000, Map.of("v100", 4), Set.of("ib", "a"), 1))
            .partition(Partition.of("gpu", List.of("g1", "g2")))
            .partition(Partition.of("short", List.of("g1")))
            .build();
    Request request =
        new Request.Builder()
            .nodes(1, 2)
            .tasks(4)
            .tasksPerNode(2)
            .cpusPerTask(3)
            .memoryPerNode(1_500)
            .gpusPerNode(Map.of("v100", 2))
            .gpusPerJob(Map.of(Request.ANY_GPU, 3))
            .features(Features.parse("ib&(a|b)"))
            .partitions(List.of("gpu", "short"))
            .exclusive(true)
            .build();
    JobLog log = JobLog.builder().job(7, 10, 100, 200, 12).request(request).build();
    EmulatedCluster cluster = new EmulatedCluster(log, new ClusterState(machine), ORIGIN);
    Mirror mirror = mirror(cluster);
    cluster.runUntil(50);

    for (EventData event : changes(cluster)) {
      mirror.apply(event);
    }

    assertThat(mirror.state().nodes().shape(mirror.slot("7")).request()).isEqualTo(request);
  }

  @Test
  void theMirrorEqualsTheClusterAlsoAfterAChangeOfThePolicy() throws Exception {
    DemoSettings demo = demo();
    EmulatedCluster cluster = new EmulatedCluster(demo.log(), demo.emptyCluster(), ORIGIN);
    Mirror mirror = mirror(cluster);
    int change = demo.end() / 2;
    int running = 0;
    for (int now = 0; now < demo.end(); now += 7_200) {
      if (cluster.configuration().version() == 1 && now >= change) {
        cluster.apply(new Configuration(SHORTEST, 2));
      }
      cluster.runUntil(now);
      for (EventData event : changes(cluster)) {
        mirror.apply(event);
      }
      assertThat(MirrorComparison.differences(cluster, mirror)).as("second %d", now).isEmpty();
      running += cluster.state().activeCount() - cluster.state().waiting().size();
    }
    assertThat(running).isPositive();

    ClusterSnapshot snapshot = cluster.snapshot(0);
    assertThat(mirror.replace(snapshot)).isEqualTo(Mirror.CONFIRMED);
    Mirror fresh = mirror(cluster);
    fresh.replace(snapshot);
    assertThat(MirrorComparison.differences(cluster, fresh)).isEmpty();
  }

  @Test
  void aPolicyTakesEffectAtTheSecondAtWhichItIsApplied() throws Exception {
    DemoSettings demo = demo();
    int change = demo.log().submit(demo.log().size() / 3);
    EmulatedCluster cluster = new EmulatedCluster(demo.log(), demo.emptyCluster(), ORIGIN);
    cluster.runUntil(change);
    cluster.apply(new Configuration(SHORTEST, 2));
    while (!cluster.done()) {
      cluster.runUntil(cluster.nextEventTime() + 86_400);
      changes(cluster);
    }

    Schedule expected = simulated(demo, change);
    assertThat(cluster.schedule()).isEqualTo(expected);
    assertThat(UntunedRun.of(demo.log(), demo.emptyCluster()).schedule()).isNotEqualTo(expected);
  }

  private static Schedule simulated(DemoSettings demo, int change) {
    ClusterState state = demo.emptyCluster();
    Schedule.Recorder recorder = Schedule.recorder(demo.log().size());
    Simulation simulation =
        new Simulation(
            state,
            Policies.create(EmulatedCluster.INITIAL_POLICY_ON_NODES, state),
            new LogArrivals(demo.log(), state),
            new SimulationListener() {
              @Override
              public void started(ClusterState at, int slot) {
                recorder.started(at.job(slot), at.now(), at.heldProcessors(slot));
              }

              @Override
              public void finished(ClusterState at, int slot) {
                recorder.finished(at.job(slot), at.now());
              }
            });
    simulation.runUntil(change);
    state.advanceTo(change);
    simulation.reconfigure(Policies.create(SHORTEST, state));
    simulation.run();
    return recorder.schedule();
  }

  @Test
  void declaresAndAppliesOnlyPoliciesThatScheduleNodes() throws IOException {
    DemoSettings demo = demo();
    EmulatedCluster cluster = new EmulatedCluster(demo.log(), demo.emptyCluster(), ORIGIN);

    assertThat(cluster.declare().capabilities().policies())
        .extracting(PolicyCapability::policy)
        .contains("easy", "conservative", "fcfs")
        .doesNotContain("selective-suspension", "immediate-service")
        .allMatch(name -> Policies.family(name).refusesNodes().isEmpty());
    assertRefused(cluster, "easy(wide=64)", ConfigRejectReason.NOT_CAPABLE, "nodes");
    assertRefused(cluster, "conservative(mold=half)", ConfigRejectReason.NOT_CAPABLE, "mold");
    assertRefused(cluster, "easy(order=none)", ConfigRejectReason.INVALID, "order");
    assertThat(cluster.configuration()).isEqualTo(new Configuration("easy", 1));
  }

  private static void assertRefused(
      EmulatedCluster cluster, String policy, ConfigRejectReason reason, String detail) {
    assertThatThrownBy(() -> cluster.apply(new Configuration(policy, 2)))
        .isInstanceOfSatisfying(
            CannotApplyException.class, refused -> assertThat(refused.reason()).isEqualTo(reason))
        .hasMessageContaining(detail);
  }

  private static DemoSettings demo() throws IOException {
    return DemoSettings.generated(MachineSource.read(Path.of(MachineSource.GPU)), 1);
  }
}
