package io.gnomon.sim.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SnapshotTest {
  private final Snapshot jobs =
      new Snapshot().put("job", new int[] {1, 2}).putStrings("name", List.of("a", "b"));
  private final Snapshot snapshot =
      new Snapshot()
          .put("now", 1L << 40)
          .put("factor", 0.5)
          .put("compress", true)
          .put("policy", "easy")
          .put("nothing", (String) null)
          .put("jobs", jobs);

  @Test
  void aFieldIsReadByItsName() {
    assertThat(snapshot.getLong("now")).isEqualTo(1L << 40);
    assertThat(snapshot.getDouble("factor")).isEqualTo(0.5);
    assertThat(snapshot.getBoolean("compress")).isTrue();
    assertThat(snapshot.getString("policy")).isEqualTo("easy");
    assertThat(snapshot.getOptionalString("nothing")).isNull();
    assertThat(snapshot.getOptionalSection("nothing")).isNull();
    assertThat(snapshot.getSection("jobs").getInts("job", 2)).containsExactly(1, 2);
    assertThat(snapshot.getSection("jobs").getStrings("name", 2)).containsExactly("a", "b");
  }

  @Test
  void anErrorNamesSectionAndField() {
    Snapshot section = snapshot.getSection("jobs");

    assertThatThrownBy(() -> section.getInts("width"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("field 'width' of section 'jobs' is missing; a column of ints is required");
    assertThatThrownBy(() -> section.getInts("name"))
        .hasMessage("field 'name' of section 'jobs' must be a column of ints");
    assertThatThrownBy(() -> section.getInts("job", 3))
        .hasMessage("field 'job' of section 'jobs' has 2 values; 3 are required");
    assertThatThrownBy(() -> snapshot.getInt("now"))
        .hasMessageContaining("field 'now' of the snapshot is 1099511627776, which is out of");
  }

  @Test
  void snapshotsAreEqualByTheirFieldsInAnyOrder() {
    Snapshot other =
        new Snapshot().putStrings("name", List.of("a", "b")).put("job", new int[] {1, 2});

    assertThat(other).isEqualTo(jobs).hasSameHashCodeAs(jobs);
    assertThat(new Snapshot().put("job", new int[] {1})).isNotEqualTo(jobs);
    assertThat(jobs).hasToString("{job=[1, 2], name=[a, b]}");
  }

  @Test
  void aTableHasAColumnForEachName() {
    IntTable table = new IntTable("job", "start");
    for (int row = 0; row < 20; row++) {
      table.add(row, 10 * row);
    }

    assertThat(table.rows()).isEqualTo(20);
    assertThat(table.snapshot().getInts("start", 20)).startsWith(0, 10).endsWith(190);
    assertThatThrownBy(() -> table.add(1)).hasMessage("1 values for 2 columns");
  }
}
