package io.gnomon.bridge.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScontrolOutputTest {
  @Test
  void aValueMayHoldSpacesAndTheFirstOfAKeyCounts() {
    List<Map<String, String>> nodes =
        ScontrolOutput.records(RecordedSlurm.text("slurm-22.05/nodes.txt"), "NodeName");
    assertThat(nodes).hasSize(8);
    Map<String, String> drained = nodes.get(5);
    assertThat(drained)
        .containsEntry("NodeName", "n006")
        .containsEntry("State", "IDLE+DRAIN")
        .containsEntry("CPUTot", "16");
    assertThat(drained.get("OS")).startsWith("Linux ");
    assertThat(drained.get("Reason")).startsWith("disk of n006");
  }

  @Test
  void settingsAreReadByName() {
    assertThat(ScontrolOutput.settings(RecordedSlurm.text("slurm-22.05/config.txt")))
        .containsEntry("ReconfigFlags", "KeepPartInfo")
        .containsEntry("SLURM_VERSION", "22.05.8")
        .containsEntry("ClusterName", "sim");
  }

  @Test
  void timesOfPartitionsAreMinutes() {
    assertThat(PartitionRecord.minutes("30")).isEqualTo(30);
    assertThat(PartitionRecord.minutes("01:00:00")).isEqualTo(60);
    assertThat(PartitionRecord.minutes("00:10:01")).isEqualTo(11);
    assertThat(PartitionRecord.minutes("1-00:00:00")).isEqualTo(1440);
    assertThat(PartitionRecord.minutes("2-12")).isEqualTo(3600);
    assertThat(PartitionRecord.minutes("UNLIMITED")).isEqualTo(JobRecord.UNLIMITED);
  }

  @Test
  void timesAreSeconds() {
    assertThat(PartitionRecord.seconds("00:01:30")).hasValue(90);
    assertThat(PartitionRecord.seconds("1-00:00:01")).hasValue(86_401);
    assertThat(PartitionRecord.seconds("NONE")).isEmpty();
  }

  @Test
  void tasksOfArrays() {
    assertThat(ArrayTasks.parse("0-3,7,10-20:5%2")).containsExactly(0, 1, 2, 3, 7, 10, 15, 20);
    assertThat(ArrayTasks.parse("")).isEmpty();
  }
}
