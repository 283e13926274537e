package io.gnomon.bridge.slurm.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.bridge.slurm.client.JobRecord;
import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.client.SampleJobs;
import io.gnomon.bridge.slurm.policy.TimeLimitRanges;
import io.gnomon.text.SpecText;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PartitionLayoutTest {
  private static final PartitionRecord BATCH =
      new PartitionRecord(
          "batch",
          Map.of(
              "Default", "YES",
              "MaxTime", "2-00:00:00",
              "TotalNodes", "8",
              "TotalCPUs", "32",
              "AllowGroups", "users",
              "PriorityTier", "1",
              "Nodes", "n[1-8]"));
  private static final List<String> NODES =
      IntStream.rangeClosed(1, 8).mapToObj(i -> "n" + i).toList();

  private static PartitionLayout layout(String policy) {
    return PartitionLayout.of(BATCH, TimeLimitRanges.of(SpecText.parse(policy)), "gnomon", NODES);
  }

  private static JobRecord job(long minutes, long processors, long nodes) {
    return SampleJobs.waiting(7, minutes, processors, nodes);
  }

  @Test
  void shortJobsHaveAllNodesAndLongerOnesLeaveTheirsAlone() {
    PartitionLayout layout = layout("multi-queue(boundaries=600/3600/86400/172800, partitions=4)");
    assertThat(layout.partitions().stream().map(PartitionLayout.OwnedPartition::name))
        .containsExactly("gnomon1", "gnomon2", "gnomon3", "gnomon4");
    assertThat(layout.partitions().stream().map(queue -> queue.attributes().get("Nodes")))
        .containsExactly("n[1-8]", "n[3-8]", "n[5-8]", "n[7-8]");
    // bounds are exclusive and in seconds: the longest limit below 600 s is 9 minutes
    assertThat(layout.partitions().stream().map(queue -> queue.attributes().get("MaxTime")))
        .containsExactly("00:09:00", "00:59:00", "23:59:00", "2-00:00:00");
    assertThat(layout.partitions().get(0).attributes())
        .containsEntry("AllowGroups", "users")
        .containsEntry("State", "UP")
        .doesNotContainKey("PriorityTier");
  }

  @Test
  void aJobGoesToTheFirstQueueThatTakesItsLimitIfItFits() {
    PartitionLayout layout = layout("multi-queue(boundaries=600/3600, partitions=2)");
    assertThat(layout.partitionFor(job(9, 32, 8))).isEqualTo("gnomon1");
    assertThat(layout.partitionFor(job(10, 4, 1))).isEqualTo("gnomon2");
    assertThat(layout.partitionFor(job(600, 16, 4))).as("the last takes all").isEqualTo("gnomon2");
    assertThat(layout.partitionFor(job(600, 20, 5))).as("too wide").isEqualTo("batch");
    assertThat(layout.partitionFor(job(JobRecord.NONE, 1, 1))).isEqualTo("batch");
  }

  @Test
  void aRangeWithoutAnyWholeMinuteHasNoPartition() {
    assertThat(layout("multi-queue(boundaries=30/70/80, partitions=3)").partitions())
        .extracting(PartitionLayout.OwnedPartition::name)
        .containsExactly("gnomon2", "gnomon3");
    assertThat(layout("multi-queue(partitions=1)").partitions()).isEmpty();
  }

  @Test
  void invalidParametersAreRejected() {
    assertThatThrownBy(() -> layout("multi-queue(boundaries=600, partitions=2)"))
        .hasMessageContaining("must equal partitions");
    assertThatThrownBy(() -> layout("multi-queue(boundaries=600/60, partitions=2)"))
        .hasMessageContaining("must ascend");
    assertThatThrownBy(() -> layout("multi-queue(partitions=many)"))
        .hasMessageContaining("must be a whole number");
    assertThatThrownBy(() -> SpecText.parse("multi-queue(partitions=2"))
        .hasMessageContaining("end with ')'");
  }

  @Test
  void timesArePrintedAsSlurmDoes() {
    assertThat(PartitionLayout.formatMinutes(9)).isEqualTo("00:09:00");
    assertThat(PartitionLayout.formatMinutes(1439)).isEqualTo("23:59:00");
    assertThat(PartitionLayout.formatMinutes(1440)).isEqualTo("1-00:00:00");
    assertThat(PartitionLayout.formatMinutes(JobRecord.UNLIMITED)).isEqualTo("UNLIMITED");
  }
}
