package io.gnomon.bridge.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.slurm.listing.ScontrolOutput;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordedOutputTest {
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
}
