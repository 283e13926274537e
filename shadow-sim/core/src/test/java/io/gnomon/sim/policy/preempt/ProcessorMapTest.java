package io.gnomon.sim.policy.preempt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.cluster.ClusterState;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Small machines, each processor followed by hand. */
class ProcessorMapTest {
  @Test
  void aJobIsPlacedOnTheLowestFreeProcessorsNotNeededBySuspendedJobs() {
    ProcessorMap map = new ProcessorMap(8);
    map.place(0, 3); // 0-2
    map.place(1, 2); // 3-4
    map.vacate(0); // will return to 0-2

    map.place(2, 4); // 5-7 first, then 0

    assertThat(set(map, 2)).containsExactly(0, 5, 6, 7);
    assertThat(map.canReturn(0)).isFalse();
    assertThat(map.nextTaken(0, 0)).isZero();
    assertThat(map.nextTaken(0, 1)).isEqualTo(ClusterState.NONE);
    assertThat(map.freeCount()).isEqualTo(2);
  }

  @Test
  void aSuspendedJobReturnsToItsOwnProcessors() {
    ProcessorMap map = new ProcessorMap(8);
    map.place(0, 3);
    map.place(1, 5);
    map.vacate(1);
    map.putBack(1);

    assertThat(set(map, 1)).containsExactly(3, 4, 5, 6, 7);
    assertThat(map.owner(3)).isEqualTo(1);
    assertThatThrownBy(() -> map.putBack(1)).hasMessageContaining("not all free");
  }

  @Test
  void keptProcessorsAreTakenLast() {
    ProcessorMap map = new ProcessorMap(8);
    map.place(0, 4);
    map.vacate(0);
    map.keep(0);
    assertThat(map.unkeptCount()).isEqualTo(4);

    map.place(1, 5);

    assertThat(set(map, 1)).containsExactly(0, 4, 5, 6, 7);
    map.keepNone();
    assertThat(map.unkeptCount()).isEqualTo(3);
  }

  @Test
  void processorsBeyondALostCapacityAreHeldUntilTheirJobLeaves() {
    ProcessorMap map = new ProcessorMap(100);
    map.place(0, 90);
    map.place(1, 10); // 90-99
    map.resize(95);

    assertThat(map.reachable(1)).isFalse();
    assertThat(map.freeCount()).isZero();
    map.remove(1);
    assertThat(map.freeCount()).isEqualTo(5);
    map.resize(130);
    map.place(2, 40);
    assertThat(set(map, 2)).hasSize(40).startsWith(90).endsWith(129);
  }

  @Test
  void aRememberedSetIsRestoredUnlessAnotherJobHoldsIt() {
    ProcessorMap map = new ProcessorMap(4);
    map.assignRange(0, 1, 2);
    map.assignRange(0, 70, 70); // lost since
    map.placeAssigned(0);
    map.assignRange(1, 2, 3);

    assertThat(set(map, 0)).containsExactly(1, 2, 70);
    assertThat(map.freeCount()).isEqualTo(2);
    assertThatThrownBy(() -> map.placeAssigned(1)).hasMessageContaining("processor 2 is held");
    assertThatThrownBy(() -> map.assignRange(0, 0, 0)).hasMessageContaining("holds processors");
    assertThatThrownBy(() -> map.vacate(1)).hasMessageContaining("holds no processors");
  }

  private static List<Integer> set(ProcessorMap map, int slot) {
    List<Integer> set = new ArrayList<>();
    map.forEachProcessor(slot, set::add);
    return set;
  }
}
