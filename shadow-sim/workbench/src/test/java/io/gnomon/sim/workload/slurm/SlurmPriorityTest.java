package io.gnomon.sim.workload.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.model.priority.PriorityFlag;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.model.priority.UsageReset;
import io.gnomon.sim.priority.PriorityBasis;
import io.gnomon.sim.priority.PriorityBasis.PartitionBasis;
import io.gnomon.sim.priority.fairshare.ClassicFairShare;
import io.gnomon.sim.priority.fairshare.FairShare;
import io.gnomon.sim.priority.fairshare.FairTree;
import io.gnomon.sim.priority.fairshare.TresBilling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlurmPriorityTest {
  private static final String NODES =
      """
      NodeName=n[1-4] CPUs=16 RealMemory=64000 Gres=gpu:2
      PartitionName=DEFAULT PriorityJobFactor=5
      PartitionName=all Nodes=n[1-4] Default=YES
      PartitionName=debug Nodes=n1 Priority=20 PriorityJobFactor=7
      PartitionName=old Nodes=n[2-3] PriorityTier=3
      """;

  @TempDir Path folder;

  @Test
  void readsSettings() throws IOException {
    Path conf =
        conf(
            """
            PriorityType=priority/multifactor
            PriorityDecayHalfLife=14-0
            PriorityCalcPeriod=10
            PriorityMaxAge=2-12
            PriorityFavorSmall=YES
            FairShareDampeningFactor=5
            PriorityUsageResetPeriod=monthly
            PriorityFlags=ACCRUE_ALWAYS,NO_FAIR_TREE,NO_NORMAL_TRES,MAX_TRES
            PriorityWeightAge=1000
            PriorityWeightAssoc=2000
            PriorityWeightFairshare=3000
            PriorityWeightJobSize=4000
            PriorityWeightPartition=5000
            PriorityWeightQOS=6000
            PriorityWeightTRES=CPU=1,Mem=.25,GRES/gpu=30000
            """);

    assertThat(SlurmPriority.settings(conf))
        .contains(
            new PrioritySettings(
                new PriorityWeights(
                    1000,
                    2000,
                    3000,
                    4000,
                    5000,
                    6000,
                    Map.of("cpu", 1.0, "mem", 0.25, "gres/gpu", 30_000.0)),
                60 * 3600,
                14 * 86_400,
                600,
                true,
                5,
                UsageReset.MONTHLY,
                Set.of(
                    PriorityFlag.ACCRUE_ALWAYS,
                    PriorityFlag.MAX_TRES,
                    PriorityFlag.NO_FAIR_TREE,
                    PriorityFlag.NO_NORMAL_TRES)));
  }

  @Test
  void absentParametersHaveSlurmsDefaults() throws IOException {
    assertThat(SlurmPriority.settings(conf("")))
        .contains(new PrioritySettings(new PriorityWeights(0, 0, 0, 0, 0, 0, Map.of())));
  }

  @Test
  void basicPriorityHasNoSettings() throws IOException {
    assertThat(SlurmPriority.settings(conf("PriorityType=priority/basic\n"))).isEmpty();
  }

  @Test
  void readsWhatFactorsAreRelativeTo() throws IOException {
    Path script =
        Files.writeString(
            folder.resolve("script"),
            """
            add qos fast Priority=100
            add account physics
            add user ann account=physics Priority=30
            """);

    PriorityBasis basis = SlurmPriority.basis(conf(""), SlurmAssociations.read(script));

    assertThat(basis.nodes()).isEqualTo(4);
    assertThat(basis.cpus()).isEqualTo(64);
    assertThat(basis.greatestAssociationPriority()).isEqualTo(30);
    assertThat(basis.greatestQosPriority()).isEqualTo(100);
    assertThat(basis.greatestJobFactor()).isEqualTo(7);
    assertThat(basis.partitions())
        .containsEntry(
            "old",
            new PartitionBasis(
                5, Map.of("cpu", 32.0, "mem", 128_000.0, "node", 2.0, "gres/gpu", 4.0)));
  }

  @Test
  void selectsClassicFairShare() throws IOException {
    assertThat(FairShare.of(SlurmPriority.settings(conf("")).orElseThrow()))
        .isInstanceOf(FairTree.class);
    assertThat(
            FairShare.of(
                SlurmPriority.settings(conf("PriorityFlags=NO_FAIR_TREE\n")).orElseThrow()))
        .isInstanceOf(ClassicFairShare.class);
  }

  /** 1 CPU and 8 GiB are billed 1 · 1 + 8 · 0.25 = 3, with MAX_TRES the greater of the two. */
  @Test
  void readsBillingWeights() throws IOException {
    String partition =
        "PartitionName=billed Nodes=n1 TRESBillingWeights=\"CPU=1.0,Mem=0.25G,GRES/gpu=2.0\"\n";
    Map<String, Double> held = Map.of("cpu", 1.0, "mem", 8192.0);

    assertThat(billed(conf(partition), "billed", held)).isEqualTo(3);
    assertThat(billed(conf("PriorityFlags=MAX_TRES\n" + partition), "billed", held)).isEqualTo(2);
    assertThat(SlurmPriority.billing(conf(partition))).containsEntry("all", TresBilling.CPUS);
  }

  @Test
  void rejectsWeightsThatAreNotUnderstood() {
    assertThatThrownBy(
            () ->
                SlurmPriority.billing(
                    conf("PartitionName=odd Nodes=n1 TRESBillingWeights=Mem=1K\n")))
        .isInstanceOf(SlurmFormatException.class)
        .hasMessageContaining("slurm.conf, line 1")
        .hasMessageContaining("'Mem=1K'; allowed are weights per MiB or a larger unit");
  }

  private static double billed(Path conf, String partition, Map<String, Double> held)
      throws IOException {
    TresBilling billing = SlurmPriority.billing(conf).get(partition);
    return billing.of(tres -> held.getOrDefault(tres, 0.0));
  }

  @Test
  void rejectsFlagsThatAreNotModelled() {
    assertThatThrownBy(() -> SlurmPriority.settings(conf("PriorityFlags=DEPTH_OBLIVIOUS\n")))
        .isInstanceOf(SlurmFormatException.class)
        .hasMessageContaining("slurm.conf: PriorityFlags has 'DEPTH_OBLIVIOUS'");
  }

  private Path conf(String text) throws IOException {
    return Files.writeString(folder.resolve("slurm.conf"), text + NODES);
  }
}
