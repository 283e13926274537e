package io.gnomon.bridge.slurm.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.slurm.conf.SlurmConf;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SettingsFileTest {
  private static SettingsFile file(String text) throws IOException {
    return SettingsFile.of(
        SlurmConf.read(Path.of("slurm.conf"), (file, including) -> text.lines().toList()));
  }

  @Test
  void aSlurmConfHasThePrintedNamesAndSlurmsDefaults() throws IOException {
    SettingsFile file =
        file(
            """
            # comment=1
            priorityweightfairshare=5  # more
            SchedulerParameters=bf_interval=60,\\
            bf_window=10
            PartitionName=DEFAULT PreemptMode=requeue
            PartitionName=a Nodes=n1 default=yes
            PartitionName=b Nodes=n2 PreemptMode=OFF
            """);
    assertThat(file.settings())
        .containsEntry("PriorityWeightFairShare", "5")
        .containsEntry("SchedulerParameters", "bf_interval=60,bf_window=10")
        .containsEntry("PriorityMaxAge", "7-00:00:00")
        .doesNotContainKey("comment");
    assertThat(file.ofPartition("a", "Default")).isEqualTo("YES");
    assertThat(file.ofPartition("a", "PreemptMode")).isEqualTo("REQUEUE");
    assertThat(file.ofPartition("b", "PreemptMode")).isEqualTo("OFF");
    assertThat(file.ofPartition("b", "Default")).isEmpty();
  }

  @Test
  void whatScontrolPrintsIsReadToo() throws IOException {
    SettingsFile file =
        file(
            """
            Configuration data as of 2026-11-26T20:37:34
            PriorityWeightQOS       = 30000

            PartitionName=a
               AllowGroups=ALL Default=YES QoS=N/A
               PreemptMode=OFF
            """);
    assertThat(file.settings()).containsEntry("PriorityWeightQOS", "30000");
    assertThat(file.ofPartition("a", "Default")).isEqualTo("YES");
  }
}
