package io.gnomon.controller.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.model.machine.NodeState;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.Reservation;
import io.gnomon.sim.machine.placement.ConsTres;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Shape;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class NodeUseTest {
  private static final int HOUR = 3_600;

  private int nextJob;

  private int submit(ClusterState state, Request request, int estimate) {
    Shape shape = state.nodes().shapes().of(request, estimate);
    return state.submitShape(nextJob++, state.now(), shape.id(), estimate);
  }

  private void start(ClusterState state, Request request) {
    int slot = submit(state, request, HOUR);
    Placement placement =
        new ConsTres(state.nodes().machine())
            .place(state.nodes().shape(slot), state.nodes().free());
    state.start(slot, Objects.requireNonNull(placement));
  }

  /** Nodes that differ only in features and weight are one group. */
  @Test
  void nodesWithTheSameHardwareAreOneGroup() {
    ClusterState state =
        new ClusterState(
            new Machine.Builder()
                .node("big", NodeClass.of(64, 1_000))
                .node("a[1-2]", new NodeClass(8, 1, 100, Map.of(), Set.of("IB"), 1))
                .node("b1", new NodeClass(8, 1, 100, Map.of(), Set.of("OPA"), 7))
                .build());
    state.setNode(1, NodeState.DRAINED);
    start(state, Request.ofCpus(3));

    NodeUse use = NodeUse.of(state).get();

    assertThat(use.groups())
        .extracting(GroupUse::name)
        .containsExactly("8 CPUs, 100 MiB", "64 CPUs, 1000 MiB");
    GroupUse small = use.groups().get(0);
    assertThat(small.nodes().up()).isEqualTo(2);
    assertThat(small.nodes().drained()).isEqualTo(1);
    assertThat(small.nodes().inUse()).as("weight 1 first").isEqualTo(1);
    assertThat(use.all().nodes().inUse()).isEqualTo(1);
    assertThat(use.all().cpus())
        .isEqualTo(new ResourceAmount(88, 3, 77, 0)); // 8 of the drained node are lost
    assertThat(use.groups(1)).containsExactly(sum(use, "other"));
    assertThat(use.groups(2)).isEqualTo(use.groups());
  }

  private static GroupUse sum(NodeUse use, String name) {
    GroupUse all = use.all();
    return new GroupUse(name, null, all.nodes(), all.cpus(), all.memory(), all.gpus());
  }

  @Test
  void memoryOfWhichNothingIsKnownIsLeftOut() {
    ClusterState state =
        new ClusterState(
            new Machine.Builder()
                .node(
                    "n[1-4]",
                    new NodeClass(8, 1, NodeClass.UNKNOWN_MEMORY, Map.of("v100", 2), Set.of(), 1))
                .build());
    GroupUse all = NodeUse.of(state).get().groups().get(0);
    assertThat(all.name()).isEqualTo("8 CPUs, 2 v100");
    assertThat(all.memory()).isEqualTo(ResourceAmount.NOTHING);
    assertThat(all.gpus()).isEqualTo(Map.of("v100", new ResourceAmount(8, 0, 8, 0)));
  }

  /** Node n0 of two with 8 CPUs is reserved from 2,000 to 5,000. */
  @Test
  void waitsForAReservationOnlyIfTheJobNeedsItsNodesBeforeItsLimit() {
    Machine machine = Machine.of(2, NodeClass.of(8, 100));
    ClusterState state =
        new ClusterState(
            machine.toBuilder()
                .reservation(new Reservation("r", List.of("n0"), 2_000, 5_000))
                .build());
    int both = submit(state, new Request.Builder().nodes(2, 2).tasks(16).build(), 2_000);
    int bothLonger = submit(state, new Request.Builder().nodes(2, 2).tasks(16).build(), 2_001);
    int one = submit(state, Request.ofCpus(8), 9_000);
    int never = submit(state, new Request.Builder().nodes(3, 3).tasks(3).build(), 10);

    NodeUse use = NodeUse.of(state).get();

    assertThat(reason(use, state, both)).isEqualTo(WaitReason.QUEUE);
    assertThat(reason(use, state, bothLonger)).isEqualTo(WaitReason.RESERVATION);
    assertThat(reason(use, state, one)).isEqualTo(WaitReason.QUEUE);
    assertThat(reason(use, state, never)).isEqualTo(WaitReason.CAPACITY);
    assertThat(use.waiting(WaitReason.QUEUE)).isEqualTo(2);
    assertThat(use.waiting(WaitReason.RESERVATION)).isEqualTo(1);
    assertThat(use.waiting()).isEqualTo(4);

    state.advanceTo(5_000);
    assertThat(reason(NodeUse.of(state).get(), state, bothLonger)).isEqualTo(WaitReason.QUEUE);
  }

  /**
   * Of eight nodes, the i-th is reserved from 1,000 i on; so 8 - i nodes last until 1,000 (i + 1).
   */
  @Test
  void eachJobIsLimitedByTheFirstReservationThatLeavesTooFewNodes() {
    Machine.Builder machine = Machine.of(8, NodeClass.of(1, 100)).toBuilder();
    for (int i = 8; i >= 1; i--) {
      machine.reservation(new Reservation("r" + i, List.of("n" + (i - 1)), 1_000 * i, 50_000));
    }
    ClusterState state = new ClusterState(machine.build());
    for (int nodes = 1; nodes <= 8; nodes++) {
      Request request = new Request.Builder().nodes(nodes, nodes).tasks(nodes).build();
      int limit = 1_000 * (9 - nodes);
      int ends = submit(state, request, limit);
      int lasts = submit(state, request, limit + 1);
      NodeUse use = NodeUse.of(state).get();
      assertThat(reason(use, state, ends)).as("%d nodes", nodes).isEqualTo(WaitReason.QUEUE);
      assertThat(reason(use, state, lasts)).isEqualTo(WaitReason.RESERVATION);
    }
  }

  private static WaitReason reason(NodeUse use, ClusterState state, int slot) {
    return use.of(state.nodes().shape(slot), state.estimate(slot));
  }

  @Test
  void itIsIndependentOfLaterChanges() {
    ClusterState state =
        new ClusterState(
            new Machine.Builder()
                .node("n[1-2]", NodeClass.of(8, 100))
                .partition(Partition.of("all", List.of("n1", "n2")))
                .build());
    Supplier<NodeUse> computation = NodeUse.of(state);
    start(state, Request.ofCpus(8));
    assertThat(computation.get().all().cpus()).isEqualTo(new ResourceAmount(16, 0, 16, 0));
    assertThat(NodeUse.of(state).get().all().cpus()).isEqualTo(new ResourceAmount(16, 8, 8, 0));
  }

  /**
   * Two nodes of 8 CPUs. A job of 6 CPUs leaves 2 on the first; a job of 3 that waits fits on the
   * second only. When that is full too, its last CPU is of no use either; without a waiting job,
   * all that is idle could be used by the next one.
   */
  @Test
  void idleCpusOnWhichNothingThatWaitsFitsAreUnusable() {
    ClusterState state = new ClusterState(Machine.of(2, NodeClass.of(8, 100)));
    start(state, Request.ofCpus(6));
    assertThat(NodeUse.of(state).get().all().cpus()).isEqualTo(new ResourceAmount(16, 6, 10, 0));

    submit(state, new Request.Builder().tasks(1).cpusPerTask(3).build(), HOUR);
    assertThat(NodeUse.of(state).get().all().cpus()).isEqualTo(new ResourceAmount(16, 6, 10, 2));

    start(state, Request.ofCpus(7));
    assertThat(NodeUse.of(state).get().all().cpus()).isEqualTo(new ResourceAmount(16, 13, 3, 3));
  }

  @Test
  void jobsThatAreHeldBackAreCountedByTheReasonOfSqueue() {
    ClusterState state = new ClusterState(Machine.of(1, NodeClass.of(8, 100)));
    state.hold(submit(state, Request.ofCpus(1), HOUR), WaitingReason.HELD_BY_USER);
    submit(state, Request.ofCpus(1), HOUR);

    assertThat(NodeUse.of(state).get().heldBack()).isEqualTo(Map.of(WaitingReason.HELD_BY_USER, 1));
  }
}
