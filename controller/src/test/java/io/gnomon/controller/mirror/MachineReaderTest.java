package io.gnomon.controller.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.MachineReservation;
import io.gnomon.events.machine.MachineSwitch;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.events.machine.NodeStateChange;
import io.gnomon.model.machine.NodeState;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.slurm.value.HostList;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MachineReaderTest {
  private static final int NODES = 200_000;
  private static final String PREFIX = "n".repeat(35);
  private static final HostList ALL = HostList.of(PREFIX + "[000001-200000]");
  private static final List<NodeGroup> GROUPS = List.of(new NodeGroup(ALL, 4));
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void thePartitionsOfAMachineDoNotCopyTheNamesOfItsNodes() throws RejectedEventException {
    long without = bytes(machine(0, i -> ALL));
    assertThat(bytes(machine(20, i -> ALL)) - without).isLessThan(20_000_000);
    assertThat(bytes(machine(20, i -> HostList.of(PREFIX + "[%06d-200000]".formatted(i + 1)))))
        .isLessThan(without + 20L * NODES * 50);
  }

  @Test
  void reservationsAndSwitchesDoNotCopyTheNamesOfNodes() throws RejectedEventException {
    List<MachineReservation> reservations =
        IntStream.range(0, 20)
            .mapToObj(i -> new MachineReservation("r" + i, 5, 10 + i, ALL, List.of(), List.of()))
            .toList();
    DeclaredMachine plain = new DeclaredMachine(GROUPS, List.of(), List.of(), null);
    DeclaredMachine reserved = new DeclaredMachine(GROUPS, List.of(), reservations, null);
    assertThat(bytes(reserved)).isLessThan(bytes(plain) + 20_000_000);
    MachineSwitch leaf = new MachineSwitch("leaf", ALL, List.of());
    DeclaredMachine switched =
        new DeclaredMachine(GROUPS, List.of(), List.of(), null, List.of(leaf));
    assertThat(MachineReader.machine(switched, 0).leafOf(NODES - 1)).isZero();
  }

  @Test
  void namesTheOwnerOfANodeThatIsNotDeclared() {
    DeclaredMachine other =
        new DeclaredMachine(
            List.of(new NodeGroup(HostList.of("n[1-9]"), 4)),
            List.of(new MachinePartition("batch", HostList.of("n[8-10]"))),
            List.of(),
            null);
    assertThatThrownBy(() -> MachineReader.machine(other, 0))
        .hasMessage("machine: partition 'batch' has node 'n10', which the machine does not have");
  }

  @Test
  void aReportOfTheSameStatesCostsNothingForEachNode() throws RejectedEventException {
    ClusterState state = new ClusterState(MachineReader.machine(machine(0, i -> ALL), 0));
    List<NodeStateChange> up = List.of(new NodeStateChange(ALL, NodeState.UP));
    MachineReader.setStates(up, state);
    long before = allocated();
    MachineReader.setStates(up, state);
    assertThat(allocated() - before).isLessThan(NODES);
    assertThat(state.nodes().stateChanges()).isZero();
    MachineReader.setStates(
        List.of(
            new NodeStateChange(HostList.of(PREFIX + "[199999-200000]"), NodeState.DOWN),
            new NodeStateChange(HostList.of(PREFIX + "000001"), NodeState.DRAINED)),
        state);
    assertThat(state.nodes().stateChanges()).isEqualTo(3);
    assertThat(state.processors()).isEqualTo(4 * (NODES - 2));
  }

  private static DeclaredMachine machine(int partitions, IntFunction<HostList> nodes) {
    return new DeclaredMachine(
        GROUPS,
        IntStream.range(0, partitions)
            .mapToObj(i -> new MachinePartition("p" + i, nodes.apply(i)))
            .toList(),
        List.of(),
        null);
  }

  private static long bytes(DeclaredMachine declared) throws RejectedEventException {
    long before = allocated();
    assertThat(MachineReader.machine(declared, 0).nodes()).isEqualTo(NODES);
    return allocated() - before;
  }

  private static long allocated() {
    return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
  }
}
