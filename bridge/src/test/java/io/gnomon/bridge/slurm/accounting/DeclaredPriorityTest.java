package io.gnomon.bridge.slurm.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.events.accounting.PriorityParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DeclaredPriorityTest {
  private final List<String> notes = new ArrayList<>();

  private PriorityParameters declared(String key, String value, PartitionRecord... partitions) {
    Map<String, String> settings = new TreeMap<>(Map.of("PriorityType", "priority/multifactor"));
    settings.put(key, value);
    return DeclaredPriority.of(settings, List.of(partitions), notes);
  }

  @Test
  void weightsMayHaveUnits() {
    assertThat(declared("PriorityWeightTRES", "CPU=1,Mem=2G").settings().weights().tres())
        .isEqualTo(Map.of("cpu", 1.0, "mem", 2.0 / 1024));
    assertThat(notes).isEmpty();
  }

  @Test
  void whatCannotBeDeclaredIsNoted() {
    declared("PriorityFlags", "MAX_TRES_GRES,depth_oblivious");
    declared("PriorityWeightTRES", "cpu=-1");
    assertThat(notes)
        .containsExactly(
            "PriorityFlags: DEPTH_OBLIVIOUS",
            "PriorityFlags: MAX_TRES_GRES",
            "PriorityWeightTRES: cpu=-1");
  }

  @Test
  void partitionsHaveOtherFactorsThanOne() {
    assertThat(
            declared(
                    "PriorityFlags",
                    "(null)",
                    PartitionRecord.of(Map.of("PartitionName", "a", "PriorityJobFactor", "1")),
                    PartitionRecord.of(Map.of("PartitionName", "b", "PriorityJobFactor", "70000")),
                    PartitionRecord.of(Map.of("PartitionName", "c")))
                .partitions())
        .isEqualTo(Map.of("b", 65_535));
  }
}
