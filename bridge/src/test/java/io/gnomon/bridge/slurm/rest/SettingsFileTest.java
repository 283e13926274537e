package io.gnomon.bridge.slurm.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SettingsFileTest {
  @Test
  void aSlurmConfHasThePrintedNamesAndSlurmsDefaults() {
    SettingsFile file =
        SettingsFile.of(
            """
            # comment=1
            priorityweightfairshare=5  # more
            SchedulerParameters=bf_interval=60,\\
            bf_window=10
            PartitionName=DEFAULT PreemptMode=requeue
            PartitionName=a Nodes=n1 default=yes
            PartitionName=b Nodes=n2 PreemptMode=OFF
            """
                .lines()
                .toList());
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
  void whatScontrolPrintsIsReadToo() {
    SettingsFile file =
        SettingsFile.of(
            """
            Configuration data as of 2026-11-26T20:37:34
            PriorityWeightQOS       = 30000

            PartitionName=a
               AllowGroups=ALL Default=YES QoS=N/A
               PreemptMode=OFF
            """
                .lines()
                .toList());
    assertThat(file.settings()).containsEntry("PriorityWeightQOS", "30000");
    assertThat(file.ofPartition("a", "Default")).isEqualTo("YES");
  }
}
