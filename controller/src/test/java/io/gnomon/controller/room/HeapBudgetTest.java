package io.gnomon.controller.room;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HeapBudgetTest {
  private static final long MIB = 1 << 20;

  private long nanos;
  private final HeapBudget budget = new HeapBudget(40 * MIB, () -> nanos);

  @Test
  void allClustersShareAQuarterOfTheHeap() {
    assertThat(budget.of("a").take(6 * MIB)).isNull();
    assertThat(budget.of("b").take(6 * MIB))
        .isEqualTo(
            "what cluster 'b' declares would take about 5 MiB of the heap, and 4 of the 10 MiB for"
                + " the declarations of all clusters are left");
    assertThat(budget.of("c").take(4 * MIB)).isNull();
    assertThat(budget.refused()).containsExactly("b");
  }

  @Test
  void smallClustersHaveRoomWhenTheBudgetIsTaken() {
    assertThat(budget.of("large").take(10 * MIB)).isNull();
    for (int i = 0; i < 1_000; i++) {
      assertThat(budget.of("small" + i).take(HeapBudget.FREE)).isNull();
    }
    assertThat(budget.refused()).isEmpty();
  }

  @Test
  void aClusterKeepsItsRoomWhenALargerDeclarationIsRefused() {
    Room room = budget.of("a");
    assertThat(room.take(6 * MIB)).isNull();
    room.keep(6 * MIB);
    assertThat(room.take(11 * MIB)).isNotNull();
    assertThat(budget.refusal("a")).isNotNull();

    assertThat(budget.of("b").take(5 * MIB)).isNotNull();
    assertThat(room.take(6 * MIB)).as("the former declaration again").isNull();
    assertThat(budget.refusal("a")).isNull();
  }

  @Test
  void whatASmallerDeclarationNoLongerNeedsIsGivenBack() {
    Room room = budget.of("a");
    assertThat(room.take(9 * MIB)).isNull();
    room.keep(9 * MIB);
    assertThat(room.take(2 * MIB)).isNull();
    assertThat(budget.of("b").take(5 * MIB)).as("both states exist").isNotNull();
    room.keep(2 * MIB);
    assertThat(budget.of("b").take(5 * MIB)).isNull();
  }

  @Test
  void aClusterThatLeavesTakesNoRoomAnyMore() {
    Room room = budget.of("a");
    assertThat(room.take(9 * MIB)).isNull();
    room.leave();
    assertThat(room.take(9 * MIB)).as("by work that has not ended").isNull();
    assertThat(budget.of("a").take(9 * MIB)).as("its next owner").isNull();
  }

  @Test
  void refusalsAreForgottenAfterADay() {
    assertThat(budget.of("a").take(11 * MIB)).isNotNull();
    nanos += Duration.ofHours(23).toNanos();
    assertThat(budget.refused()).containsExactly("a");
    nanos += Duration.ofHours(2).toNanos();
    assertThat(budget.refused()).isEmpty();
  }
}
