package io.gnomon.controller.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.controller.room.Room;
import io.gnomon.events.EventData;
import io.gnomon.events.RejectReason;
import io.gnomon.events.cluster.CapacityChanged;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobModified;
import io.gnomon.events.job.JobOutcome;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobState;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.NodeStateChange;
import io.gnomon.events.machine.PlacedNodes;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.model.machine.NodeState;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.cluster.StateSnapshot;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Shapes;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.slurm.value.HostList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A site of two nodes n1 and n2 with 8 CPUs and 1,000 MiB, and one node g1 with 16 CPUs, 4,000 MiB
 * and 2 v100, in the partitions cpu (n1, n2) and gpu (g1).
 */
class MirrorOfNodesTest {
  private static final long ORIGIN = 1_700_000_000;

  private final Mirror mirror = mirror();

  @Test
  void aStartHoldsWhatTheSchedulerReports() throws Exception {
    mirror.apply(submitted("a", 4, gpuJob(1)));
    mirror.apply(
        new JobStarted("a", ORIGIN + 10, 4, -1, -1)
            .withPlacement(List.of(placed("g1", 4, 2_000, Map.of("v100", 1)))));

    Nodes nodes = mirror.state().nodes();
    int g1 = nodes.machine().node("g1");
    assertThat(nodes.free().cpus(g1)).isEqualTo(12); // of 16
    assertThat(nodes.free().memory(g1)).isEqualTo(2_000); // of 4,000
    assertThat(nodes.free().gpus(g1)).isEqualTo(1); // of 2
    assertThat(mirror.state().freeProcessors()).isEqualTo(28); // 8 + 8 + 16 - 4
    assertThat(nodes.placement(mirror.slot("a")).partition())
        .isEqualTo(nodes.machine().partition("gpu"));

    mirror.apply(new JobFinished("a", ORIGIN + 20, JobOutcome.COMPLETED));
    assertThat(nodes.free().cpus(g1)).isEqualTo(16);
    assertThat(nodes.free().gpus(g1)).isEqualTo(2);
  }

  /** Both nodes of 8 CPUs can host a task of 6, so a second one goes to n2 and a third to none. */
  @Test
  void aStartWithoutAPlacementGetsOneBySlurmsRules() throws Exception {
    for (String job : List.of("a", "b", "c")) {
      mirror.apply(submitted(job, 6, ResourceRequest.builder().cpusPerTask(6).tasks(1).build()));
    }
    mirror.apply(new JobStarted("a", ORIGIN + 10));
    mirror.apply(new JobStarted("b", ORIGIN + 10));
    assertThat(nodesOf("a")).isEqualTo("n1");
    assertThat(nodesOf("b")).isEqualTo("n2");
    assertRejected(new JobStarted("c", ORIGIN + 10), RejectReason.ILLEGAL_TRANSITION, "not free");
  }

  @Test
  void aPlacementThatContradictsTheMirrorIsRejected() throws Exception {
    mirror.apply(submitted("a", 8, null));
    mirror.apply(submitted("b", 8, null));
    mirror.apply(on("a", placed("n1", 8, 0, Map.of())));
    long hash = mirror.state().hash();
    assertRejected(
        on("b", placed("n1", 1, 0, Map.of())), RejectReason.ILLEGAL_TRANSITION, "must be free");
    assertRejected(
        on("b", placed("n9", 8, 0, Map.of())), RejectReason.ILLEGAL_TRANSITION, "node 'n9'");
    assertRejected(
        on("b", placed("n2", 8, 0, Map.of("a100", 1))), RejectReason.ILLEGAL_TRANSITION, "a100");
    assertThat(mirror.state().hash()).isEqualTo(hash);
  }

  @Test
  void whatAJobWouldRequestAddsNoShape() throws Exception {
    int shapes = mirror.state().nodes().shapes().size();
    assertThat(mirror.newJob(null, gpuJob(1), 4, 600).onNodes()).isNotNull();
    assertThatThrownBy(() -> mirror.newJob(null, gpuJob(3), 4, 600))
        .isInstanceOf(RejectedEventException.class);
    assertThat(mirror.state().nodes().shapes().size()).isEqualTo(shapes);
  }

  @Test
  void aRequestThatCannotBeParsedIsRejected() {
    assertRejected(
        submitted("a", 1, ResourceRequest.builder().features("IB&").build()),
        RejectReason.INVALID,
        "request of job 'a'");
    assertThat(mirror.state().activeCount()).isZero();
  }

  @Test
  void aRequestThatNoNodeCanEverMeetIsRejectedWithTheResource() throws Exception {
    assertRejected(submitted("a", 1, gpuJob(3)), RejectReason.TOO_WIDE, "more GPUs");
    assertRejected(
        submitted("b", 1, ResourceRequest.builder().memoryPerNodeMb(1_500).build()),
        RejectReason.TOO_WIDE,
        "job 'b' requests more memory than its nodes have; it can never run");
    assertRejected(submitted("c", 17, null), RejectReason.TOO_WIDE, "more CPUs");
    assertThat(mirror.state().activeCount()).isZero();

    mirror.apply(submitted("d", 4, null));
    assertRejected(
        JobModified.request("d", ORIGIN + 10, gpuJob(3)), RejectReason.TOO_WIDE, "more GPUs");
    assertThat(mirror.state().nodes().shape(mirror.slot("d")).isPossible()).isTrue();
  }

  @Test
  void aChangedRequestGetsAnotherShape() throws Exception {
    mirror.apply(submitted("a", 4, null));
    mirror.apply(JobModified.request("a", ORIGIN + 10, gpuJob(2)));
    assertThat(mirror.state().nodes().shape(mirror.slot("a")).request().gpusPerNode())
        .isEqualTo(Map.of("v100", 2));
  }

  @Test
  void nodesThatGoDownReduceTheCapacity() throws Exception {
    mirror.apply(capacity("n[1-2]", NodeState.DOWN));
    assertThat(mirror.state().processors()).isEqualTo(16);
    mirror.apply(capacity("n1", NodeState.UP));
    assertThat(mirror.state().processors()).isEqualTo(24);
    assertRejected(capacity("n[1-3]", NodeState.UP), RejectReason.INVALID, "'n3'");
  }

  /** Some hundred bytes of events must not take gigabytes. */
  @Test
  void theNodesOfAllPlacementsAreBounded() throws Exception {
    HostList all = HostList.of("n[1-200000]");
    DeclaredMachine large =
        new DeclaredMachine(List.of(new NodeGroup(all, 32)), List.of(), List.of(), null);
    mirror.declare(32 * 200_000, large, null);
    List<PlacedNodes> everywhere = List.of(new PlacedNodes(all, 1, 0, Map.of()));
    for (int i = 0; i < 21; i++) {
      mirror.apply(submitted("j" + i, 1, null));
    }
    for (int i = 0; i < 20; i++) {
      mirror.apply(new JobStarted("j" + i, ORIGIN + 10, -1, -1, -1).withPlacement(everywhere));
    }
    JobStarted last = new JobStarted("j20", ORIGIN + 10, -1, -1, -1).withPlacement(everywhere);
    assertRejected(last, RejectReason.ILLEGAL_TRANSITION, "makes 4200000 nodes of all running");
    mirror.apply(new JobFinished("j0", ORIGIN + 10, JobOutcome.COMPLETED));
    assertThat(mirror.state().nodes().placedNodes()).isEqualTo(19 * 200_000);
    mirror.apply(last);
  }

  @Test
  void anotherMachineKeepsJobsOnTheNodesThatItStillHas() throws Exception {
    mirror.apply(submitted("a", 4, gpuJob(1)));
    mirror.apply(submitted("b", 8, null));
    mirror.apply(on("a", placed("g1", 4, 0, Map.of("v100", 1))));
    mirror.apply(on("b", placed("n1", 8, 0, Map.of())));
    DeclaredMachine without = machine("n2");

    assertThat(mirror.declare(24, without, null)).isTrue();

    assertThat(mirror.state().processors()).isEqualTo(24);
    assertThat(nodesOf("a")).isEqualTo("g1");
    assertThat(nodesOf("b")).isEqualTo("n2"); // n1 is no more
    assertThat(mirror.declare(24, without, null)).isFalse();
    assertThat(mirror.declare(24, null, null)).isTrue();
    assertThat(mirror.state().hasNodes()).isFalse();
    assertThat(mirror.state().freeProcessors()).isEqualTo(12); // 24 - 4 - 8
    assertThat(mirror.declare(32, machine("n[1-2]"), null)).isTrue();
    assertThat(mirror.state().freeProcessors()).isEqualTo(20);
  }

  /** After every event, the mirror equals one that was made from its snapshot or checkpoint. */
  @Test
  void theMirrorEqualsItsSnapshotAndItsCheckpointAfterRandomEvents() throws Exception {
    for (int seed = 0; seed < 30; seed++) {
      Random random = new Random(seed);
      Mirror live = mirror();
      List<String> jobs = new ArrayList<>();
      for (int i = 0; i < 60; i++) {
        step(live, jobs, random, "j" + i, ORIGIN + i);
        requireRestored(live);
        ClusterSnapshot snapshot = snapshot(live, jobs, ORIGIN + i);
        Mirror fresh = mirror();
        fresh.replace(snapshot);
        assertSameNodes(fresh.state(), live.state());
        assertThat(live.replace(snapshot)).as("seed %d, event %d", seed, i).isNegative();
      }
    }
  }

  private static void step(Mirror live, List<String> jobs, Random random, String next, long at)
      throws Exception {
    String job = jobs.isEmpty() ? next : jobs.get(random.nextInt(jobs.size()));
    int slot = live.slot(job);
    switch (random.nextInt(5)) {
      case 0 -> {
        if (random.nextInt(4) == 0) {
          live.apply(
              new CapacityChanged(
                  at,
                  EventData.NONE,
                  null,
                  List.of(
                      new NodeStateChange(
                          HostList.of(random.nextBoolean() ? "n2" : "g1"),
                          NodeState.values()[random.nextInt(3)]))));
        }
      }
      case 1, 2 -> {
        boolean gpus = random.nextBoolean();
        live.apply(
            submitted(
                next, at, 1 + random.nextInt(4), gpus ? gpuJob(1 + random.nextInt(2)) : null));
        jobs.add(next);
      }
      default -> {
        if (jobs.isEmpty()) {
          return;
        }
        if (live.state().phase(slot) == JobPhase.WAITING) {
          try {
            live.apply(new JobStarted(job, at));
          } catch (RejectedEventException full) {
            assertThat(full.reason()).isEqualTo(RejectReason.ILLEGAL_TRANSITION);
          }
        } else {
          live.apply(new JobFinished(job, at, JobOutcome.COMPLETED));
          jobs.remove(job);
        }
      }
    }
  }

  private static void requireRestored(Mirror live) throws Exception {
    Snapshot snapshot = StateSnapshot.of(live.state());
    Shapes shapes = new Shapes(live.state().nodes().machine());
    ClusterState restored = StateSnapshot.restored(snapshot, shapes);
    assertThat(restored.hash()).isEqualTo(live.state().hash());
    assertThat(shapes.size()).isLessThanOrEqualTo(live.state().activeCount());
    assertThat(StateSnapshot.of(restored)).isEqualTo(snapshot);
    assertSameNodes(restored, live.state());
  }

  private static void assertSameNodes(ClusterState one, ClusterState other) {
    assertThat(one.processors()).isEqualTo(other.processors());
    assertThat(one.freeProcessors()).isEqualTo(other.freeProcessors());
    for (int node = 0; node < other.nodes().machine().nodes(); node++) {
      assertThat(one.nodes().state(node)).isEqualTo(other.nodes().state(node));
      assertThat(one.nodes().free().cpus(node)).isEqualTo(other.nodes().free().cpus(node));
      assertThat(one.nodes().free().memory(node)).isEqualTo(other.nodes().free().memory(node));
      assertThat(one.nodes().free().gpus(node)).isEqualTo(other.nodes().free().gpus(node));
      assertThat(one.nodes().free().jobs(node)).isEqualTo(other.nodes().free().jobs(node));
    }
  }

  private static ClusterSnapshot snapshot(Mirror live, List<String> jobs, long at) {
    ClusterState state = live.state();
    List<JobSnapshot> entries = new ArrayList<>();
    for (String job : jobs) {
      int slot = live.slot(job);
      boolean running = state.phase(slot) == JobPhase.RUNNING;
      int gpus = state.nodes().shape(slot).request().gpusPerNode().getOrDefault("v100", 0);
      entries.add(
          new JobSnapshot(
              job,
              running ? JobState.RUNNING : JobState.WAITING,
              live.origin() + state.submitTime(slot),
              running ? live.origin() + state.startTime(slot) : EventData.NONE,
              new JobDescription(
                  running ? state.heldProcessors(slot) : state.width(slot),
                  state.estimate(slot),
                  null,
                  gpus > 0 ? gpuJob(gpus) : null),
              EventData.NONE,
              0,
              EventData.NONE,
              running ? entries(state.nodes(), slot) : List.of()));
    }
    return new ClusterSnapshot(at, state.processors(), EventData.NONE, null, entries)
        .withMachine(withStates(state.nodes()));
  }

  private static List<PlacedNodes> entries(Nodes nodes, int slot) {
    Placement held = nodes.placement(slot);
    return IntStream.range(0, held.size())
        .mapToObj(
            i ->
                placed(
                    nodes.machine().name(held.node(i)),
                    held.cpus(i),
                    held.memory(i),
                    held.gpus(i) > 0 ? Map.of("v100", held.gpus(i)) : Map.of()))
        .toList();
  }

  private static DeclaredMachine withStates(Nodes nodes) {
    DeclaredMachine declared = machine("n[1-2]");
    List<NodeGroup> groups = new ArrayList<>();
    for (NodeGroup group : declared.nodes()) {
      for (String name : group.names().names()) {
        groups.add(
            new NodeGroup(
                HostList.of(name),
                group.cpus(),
                group.memoryMb(),
                group.gpus(),
                group.features(),
                group.weight(),
                group.threadsPerCore(),
                NodeState.valueOf(nodes.state(nodes.machine().node(name)).name())));
      }
    }
    return new DeclaredMachine(groups, declared.partitions(), List.of(), null);
  }

  private String nodesOf(String job) {
    Nodes nodes = mirror.state().nodes();
    return nodes.machine().names(nodes.placement(mirror.slot(job)).nodes());
  }

  private void assertRejected(EventData event, RejectReason reason, String detail) {
    assertThatThrownBy(() -> mirror.apply(event))
        .isInstanceOfSatisfying(
            RejectedEventException.class,
            rejected -> assertThat(rejected.reason()).isEqualTo(reason))
        .hasMessageContaining(detail);
  }

  private static Mirror mirror() {
    try {
      DeclaredMachine machine = machine("n[1-2]");
      return Mirror.restored(
          ORIGIN,
          DeclaredState.empty(ORIGIN, 32, machine, null),
          machine,
          null,
          0,
          new MirrorListener() {},
          Room.UNLIMITED);
    } catch (RejectedEventException invalid) {
      throw new AssertionError(invalid);
    }
  }

  private static DeclaredMachine machine(String cpuNodes) {
    return new DeclaredMachine(
        List.of(
            new NodeGroup(
                HostList.of(cpuNodes), 8, 1_000, Map.of(), List.of("IB"), -1, -1, NodeState.UP),
            new NodeGroup(
                HostList.of("g1"), 16, 4_000, Map.of("v100", 2), List.of(), 5, -1, NodeState.UP)),
        List.of(
            new MachinePartition("cpu", HostList.of(cpuNodes)),
            new MachinePartition("gpu", HostList.of("g1"))),
        List.of(),
        null);
  }

  private static ResourceRequest gpuJob(int gpus) {
    return ResourceRequest.builder()
        .gpusPerNode(Map.of("v100", gpus))
        .partitions(List.of("gpu"))
        .build();
  }

  private static PlacedNodes placed(
      String nodes, int cpus, long memory, Map<String, Integer> gpus) {
    return new PlacedNodes(HostList.of(nodes), cpus, memory, gpus);
  }

  private static JobStarted on(String job, PlacedNodes placed) {
    return new JobStarted(job, ORIGIN + 10).withPlacement(List.of(placed));
  }

  private static CapacityChanged capacity(String nodes, NodeState state) {
    return new CapacityChanged(
        ORIGIN + 10, EventData.NONE, null, List.of(new NodeStateChange(HostList.of(nodes), state)));
  }

  private static JobSubmitted submitted(String job, int processors, ResourceRequest request) {
    return submitted(job, ORIGIN + 10, processors, request);
  }

  private static JobSubmitted submitted(
      String job, long at, int processors, ResourceRequest request) {
    return new JobSubmitted(job, at, new JobDescription(processors, 3_600, null, request));
  }
}
