package io.gnomon.sim.workload.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.model.accounts.Association;
import io.gnomon.model.limits.Limits;
import io.gnomon.sim.limit.LimitDefinitions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlurmLimitsTest {
  @TempDir Path folder;

  @Test
  void readsTheQosOfPartitionsAndLicences() throws IOException {
    LimitDefinitions read =
        read("AccountingStorageEnforce=associations,safe,qos\nLicenses=matlab:10,ansys\n");

    assertThat(read.partitionQos()).containsExactly(Optional.empty(), Optional.of("high"));
    assertThat(read.licenses()).isEqualTo(Map.of("matlab", 10, "ansys", 1));
    assertThat(read.safe()).isTrue();
    assertThat(read.isEmpty()).isFalse();
    assertThat(read.ofQos("high").isEmpty()).isFalse();
  }

  @Test
  void limitsThatAreNotEnforcedAreLeftOut() throws IOException {
    LimitDefinitions read = read("AccountingStorageEnforce=associations\n");

    assertThat(read.isEmpty()).isTrue();
    assertThat(read.tree().all()).extracting(Association::limits).containsOnly(Limits.NONE);
  }

  @Test
  void partitionsHaveNoQosWhereNoneIsKnown() throws IOException {
    Path conf =
        Files.writeString(
            folder.resolve("slurm.conf"),
            """
            AccountingStorageEnforce=limits
            NodeName=n1 CPUs=4
            PartitionName=batch Nodes=n1 QOS=high
            """);

    LimitDefinitions read = SlurmLimits.read(conf, SlurmAssociations.none());

    assertThat(read.partitionQos()).containsExactly(Optional.empty());
    assertThat(read.isEmpty()).isTrue();
  }

  @Test
  void rejectsAPartitionWithAnUnknownQos() {
    assertThatThrownBy(
            () -> read("AccountingStorageEnforce=limits\nPartitionName=odd Nodes=n1 QOS=odd\n"))
        .isInstanceOf(SlurmFormatException.class)
        .hasMessageContaining("a partition has the QOS 'odd'; known are [high, normal]");
  }

  private LimitDefinitions read(String conf) throws IOException {
    Path associations =
        Files.writeString(
            folder.resolve("associations"),
            "add qos high GrpTRES=cpu=5\nadd account physics GrpJobs=3\n");
    Path file =
        Files.writeString(
            folder.resolve("slurm.conf"),
            conf
                + """
                NodeName=n1 CPUs=16
                PartitionName=all Nodes=n1 Default=YES
                PartitionName=fast Nodes=n1 QOS=high
                """);
    return SlurmLimits.read(file, SlurmAssociations.read(associations));
  }
}
