package io.gnomon.sim.workload.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.model.machine.AllocationUnit;
import io.gnomon.model.machine.Selection;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Partition;
import io.gnomon.slurm.mapping.SlurmScheduling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScontrolConfTest {
  private static final String CONFIG =
      """
      Configuration data as of 2026-07-01T10:00:00
      AccountingStorageEnforce = associations,limits,qos,safe
      DefMemPerCPU            = 2000
      FairShareDampeningFactor = 1
      Licenses                = matlab:10
      PreemptMode             = OFF
      PreemptExemptTime       = 00:00:00
      PriorityDecayHalfLife   = 7-00:00:00
      PriorityCalcPeriod      = 00:05:00
      PriorityFavorSmall      = No
      PriorityFlags           = ACCRUE_ALWAYS
      PriorityMaxAge          = 14-00:00:00
      PriorityUsageResetPeriod = NONE
      PriorityType            = priority/multifactor
      PriorityWeightAge       = 1000
      PriorityWeightFairShare = 50000
      PriorityWeightTRES      = (null)
      SchedulerParameters     = bf_window=2880,bf_max_job_test=500
      SchedulerType           = sched/backfill
      SelectType              = select/cons_tres
      SelectTypeParameters    = CR_CORE_MEMORY
      TopologyPlugin          = topology/none

      Cgroup Support Configuration:
      AllowedRAMSpace         = 100.0%

      Slurmctld(primary) at head is UP
      """;
  private static final String NODES =
      """
      NodeName=n1 Arch=x86_64 CoresPerSocket=8 CPUAlloc=0 CPUEfctv=32 CPUTot=32 CPULoad=0.10 AvailableFeatures=slow,old ActiveFeatures=slow,old Gres=(null) NodeAddr=n1 OS=Linux 6.1.0 #1 SMP Debian RealMemory=64000 AllocMem=0 FreeMem=N/A Sockets=2 Boards=1 State=IDLE ThreadsPerCore=2 TmpDisk=0 Weight=1 Owner=N/A Partitions=all BootTime=2026-06-01T10:00:00 CfgTRES=cpu=32,mem=62.50G,billing=32 AllocTRES=
      NodeName=g1 CoresPerSocket=8
         CPUAlloc=4 CPUTot=16 CPULoad=3.90
         AvailableFeatures=v100
         Gres=gpu:v100:2(S:0,1)
         RealMemory=128000 MemSpecLimit=1000 Sockets=2 Boards=1
         State=DOWN+DRAIN ThreadsPerCore=1 Weight=9
         Reason=bad fan [root@2026-06-01T10:00:00]

      """;
  private static final String PARTITIONS =
      """
      PartitionName=all AllowGroups=ALL AllowAccounts=ALL AllowQos=ALL Default=YES QoS=N/A DefaultTime=NONE MaxNodes=UNLIMITED MaxTime=1-00:00:00 MinNodes=0 Nodes=g1,n1 PriorityJobFactor=1 PriorityTier=1 OverSubscribe=NO State=UP JobDefaults=(null) DefMemPerNode=UNLIMITED MaxMemPerNode=UNLIMITED
      PartitionName=gpu Default=NO QoS=night DefaultTime=01:00:00 MaxNodes=1 MaxTime=UNLIMITED MinNodes=1 Nodes=g1 PriorityJobFactor=5 PriorityTier=5 OverSubscribe=EXCLUSIVE State=UP DefMemPerCPU=500 TRESBillingWeights=CPU=1.0,GRES/gpu=4
      """;

  @TempDir private Path folder = Path.of("");

  private Path site() throws IOException {
    return Files.writeString(folder.resolve("site.conf"), CONFIG + NODES + PARTITIONS);
  }

  @Test
  void readsNodesAndPartitions() throws IOException {
    Machine machine = SlurmMachine.read(site());

    assertThat(machine.nodeClass(machine.node("n1")))
        .isEqualTo(new NodeClass(32, 2, 64000, Map.of(), Set.of("slow", "old"), 1));
    assertThat(machine.nodeClass(machine.node("g1")))
        .isEqualTo(new NodeClass(16, 1, 127000, Map.of("v100", 2), Set.of("v100"), 9));
    assertThat(machine.selection()).isEqualTo(new Selection(AllocationUnit.CORE, true, false));
    Partition all = machine.partitions().get(machine.defaultPartition());
    assertThat(all.name()).isEqualTo("all");
    assertThat(all.nodes()).isEqualTo(List.of("g1", "n1"));
    assertThat(all.maxSeconds()).isEqualTo(86_400);
    assertThat(all.defaultSeconds()).isEqualTo(Partition.UNLIMITED);
    assertThat(all.defaultMemoryPerCpu()).isEqualTo(2000);
    Partition gpu = machine.partitions().get(machine.partition("gpu"));
    assertThat(gpu.exclusive()).isTrue();
    assertThat(gpu.maxNodes()).isEqualTo(1);
    assertThat(gpu.defaultMemoryPerCpu()).isEqualTo(500);
  }

  @Test
  void readsParameters() throws IOException {
    PrioritySettings priority = SlurmPriority.settings(site()).orElseThrow();
    SlurmScheduling scheduling = ConfFiles.scheduling(site());

    assertThat(priority.maxAgeSeconds()).isEqualTo(14 * 86_400);
    assertThat(priority.weights().fairShare()).isEqualTo(50_000);
    assertThat(priority.weights().age()).isEqualTo(1000);
    assertThat(scheduling.parameters()).isEqualTo("bf_window=2880,bf_max_job_test=500");
    assertThat(scheduling.backfills()).isTrue();
    assertThat(SlurmPriority.billing(site()).keySet()).containsExactlyInAnyOrder("all", "gpu");
  }

  @Test
  void namesTheLineOfAValueThatIsNotAllowed() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("site.conf"),
            CONFIG + NODES.replace("RealMemory=64000", "RealMemory=x"));

    assertThatThrownBy(() -> SlurmMachine.read(file))
        .isInstanceOf(SlurmFormatException.class)
        .hasMessageContainingAll("site.conf, line 28", "'x'");
  }

  @Test
  void refusesBinaryFiles() throws IOException {
    Path file = Files.write(folder.resolve("slurm.conf"), new byte[] {0x7f, 'E', (byte) 0xff, 0});

    assertThatThrownBy(() -> SlurmMachine.read(file)).hasMessageContaining("binary");
  }
}
