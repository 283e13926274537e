package io.gnomon.sim.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JobTableTest {
  private static final int ROWS = 200; // several pages

  @Test
  void aCopyAndItsOriginDoNotSeeEachOthersChanges() {
    JobTable origin = new JobTable();
    for (int i = 0; i < ROWS; i++) {
      int slot = origin.take();
      origin.enter(slot, 1000 + slot, 0, 1, 10);
    }
    JobTable copy = origin.copy();
    JobTable second = copy.copy();
    for (int slot = 0; slot < ROWS; slot += 3) {
      copy.set(slot, JobTable.WIDTH, 2);
      origin.set(slot + 1, JobTable.WIDTH, 3);
    }
    for (int slot = 0; slot < ROWS; slot++) {
      assertThat(copy.get(slot, JobTable.JOB)).isEqualTo(1000 + slot);
      assertThat(copy.get(slot, JobTable.WIDTH)).isEqualTo(slot % 3 == 0 ? 2 : 1);
      assertThat(origin.get(slot, JobTable.WIDTH)).isEqualTo(slot % 3 == 1 ? 3 : 1);
      assertThat(second.get(slot, JobTable.WIDTH)).isEqualTo(1);
    }
  }

  @Test
  void aSlotIsReusedAndACopyReusesTheSameSlots() {
    JobTable origin = new JobTable();
    for (int i = 0; i < ROWS; i++) {
      origin.take();
    }
    origin.leave(7);
    origin.leave(150);
    JobTable copy = origin.copy();

    for (JobTable table : new JobTable[] {copy, origin}) {
      assertThat(table.freeSlots()).containsExactly(7, 150);
      assertThat(table.isFree(150)).isTrue();
      assertThat(table.take()).isEqualTo(150);
      assertThat(table.take()).isEqualTo(7);
      assertThat(table.take()).isEqualTo(ROWS);
      assertThat(table.limit()).isEqualTo(ROWS + 1);
    }
  }
}
