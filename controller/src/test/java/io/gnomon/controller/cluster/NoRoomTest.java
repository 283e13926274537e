package io.gnomon.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.controller.checkpoint.CheckpointFormat;
import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.cluster.decide.ControlSettings;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.room.HeapBudget;
import io.gnomon.controller.room.NoRoomException;
import io.gnomon.events.RejectReason;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.NodeGroup;
import io.gnomon.slurm.value.HostList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A heap of 8 MiB, of which 2 MiB are for declarations: 16,384 nodes of about 128 bytes. */
class NoRoomTest {
  private static final int HEAP = 8 << 20;

  private final HeapBudget budget = new HeapBudget(HEAP, () -> 0);
  private final ControllerTestDriver driver =
      new ControllerTestDriver(Mode.OBSERVE, 10).in(budget.of("c"));

  @Test
  void aFirstDeclarationWithoutRoomIsRejectedAndLeavesTheClusterUndeclared() {
    driver.declare(8, machine(100_000), null);

    assertThat(reasons()).containsExactly(RejectReason.NOT_ADMITTED);
    assertThat(driver.rejected.get(0).detail())
        .isEqualTo(
            "what cluster 'c' declares would take about 12 MiB of the heap, and 2 of the 2 MiB for"
                + " the declarations of all clusters are left");
    assertThat(driver.controller().tracked()).isNull();
    assertThat(budget.refused()).containsExactly("c");
  }

  @Test
  void aLargerDeclarationWithoutRoomLeavesTheClusterAsItWasButDegraded() {
    driver.declare(8, machine(10_000), null);
    assertThat(driver.tracked().mirror().state().nodes().machine().nodes()).isEqualTo(10_000);

    driver.declare(8, machine(100_000), null);

    assertThat(reasons()).containsExactly(RejectReason.NOT_ADMITTED);
    assertThat(driver.tracked().mirror().state().nodes().machine().nodes()).isEqualTo(10_000);
    assertThat(driver.controller().state()).isEqualTo(ControllerState.DEGRADED);
    assertThat(driver.snapshotRequests()).hasSize(1);

    driver.declare(8, machine(12_000), null);
    driver.send(snapshot(null));
    assertThat(reasons()).hasSize(1);
    assertThat(driver.tracked().mirror().state().nodes().machine().nodes()).isEqualTo(12_000);
    assertThat(driver.controller().state()).isNotEqualTo(ControllerState.DEGRADED);
    assertThat(budget.refused()).isEmpty();
  }

  @Test
  void whatContradictsItselfTakesNoRoom() {
    driver.declare(8, machine(10), null);
    driver.declare(8, contradictory(), null);
    driver.send(snapshot(contradictory()));

    assertThat(reasons()).containsExactly(RejectReason.INVALID, RejectReason.INVALID);
    assertThat(budget.of("other").take(HEAP / 4)).isNull();
  }

  @Test
  void aSnapshotWithAMachineWithoutRoomIsRejected() {
    driver.declare(8, machine(10), null);
    driver.send(snapshot(machine(100_000)));

    assertThat(reasons()).containsExactly(RejectReason.NOT_ADMITTED);
    assertThat(driver.tracked().mirror().state().nodes().machine().nodes()).isEqualTo(10);
    assertThat(driver.controller().state()).isEqualTo(ControllerState.DEGRADED);
  }

  @Test
  void aCheckpointIsRestoredOnlyWithinTheRoom() {
    driver.declare(8, machine(10_000), null);
    byte[] checkpoint = CheckpointFormat.write(driver.controller(), 1);
    ControlSettings small = driver.settings().in(new HeapBudget(HEAP / 4, () -> 0).of("c"));

    assertThatThrownBy(() -> CheckpointFormat.readOrSalvage("c", checkpoint, small, 0))
        .isInstanceOf(NoRoomException.class);
    assertThat(CheckpointFormat.readOrSalvage("c", checkpoint, driver.settings(), 0).controller())
        .satisfies(
            restored ->
                assertThat(restored.tracked().mirror().state().nodes().machine().nodes())
                    .isEqualTo(10_000));
  }

  private List<RejectReason> reasons() {
    return driver.rejected.stream().map(ControllerTestDriver.Rejected::reason).toList();
  }

  private ClusterSnapshot snapshot(DeclaredMachine machine) {
    return new ClusterSnapshot(ControllerTestDriver.ORIGIN, 8, -1, null, machine, List.of());
  }

  private static DeclaredMachine contradictory() {
    MachinePartition absent = new MachinePartition("batch", HostList.of("absent"));
    return new DeclaredMachine(machine(10_000).nodes(), List.of(absent), List.of(), null);
  }

  private static DeclaredMachine machine(int nodes) {
    return new DeclaredMachine(
        List.of(new NodeGroup(HostList.of("n[1-" + nodes + "]"), 8)), List.of(), List.of(), null);
  }
}
