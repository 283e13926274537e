package io.gnomon.sim.workload.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.workload.JobLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlurmMachineTest {
  @TempDir private Path folder = Path.of("");

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void readsNodesWithTheDefaultsBeforeThem() throws IOException {
    write("nodes.conf", "NodeName=g[1-2] Gres=gpu:2 Weight=9 Feature=v100,fast\n");
    write("gres.conf", "AutoDetect=off\nNodeName=g[1-2] Name=gpu Type=v100 Count=2\n");
    Path conf =
        write(
            "slurm.conf",
            """
            # a comment
            SelectType=select/cons_tres
            SelectTypeParameters=CR_Core_Memory
            NodeName=DEFAULT RealMemory=64000 Sockets=2 CoresPerSocket=8 ThreadsPerCore=2
            NodeName=n[01-03] \\
              Feature=slow
            Include nodes.conf
            PartitionName=DEFAULT MaxTime=1-00:00:00
            PartitionName=all Nodes=ALL Default=YES DefMemPerCPU=2G
            PartitionName=gpu Nodes=g[1-2] MaxTime=90 PriorityTier=5 OverSubscribe=EXCLUSIVE
            """);
    Machine machine = SlurmMachine.read(conf);
    assertThat(machine.nodes()).isEqualTo(5);
    assertThat(machine.nodeClass(machine.node("n02")))
        .isEqualTo(new NodeClass(32, 2, 64000, Map.of(), Set.of("slow"), 1));
    assertThat(machine.nodeClass(machine.node("g2")))
        .isEqualTo(new NodeClass(32, 2, 64000, Map.of("v100", 2), Set.of("v100", "fast"), 9));
    Partition gpu = machine.partitions().get(machine.partition("gpu"));
    assertThat(gpu.maxSeconds()).isEqualTo(90 * 60);
    assertThat(gpu.tier()).isEqualTo(5);
    assertThat(gpu.exclusive()).isTrue();
    Partition all = machine.partitions().get(machine.defaultPartition());
    assertThat(all.defaultMemoryPerCpu()).isEqualTo(2048);
    assertThat(all.maxSeconds()).isEqualTo(86400);
    assertThat(machine.selection().memory()).isTrue();
  }

  @Test
  void namesTheLineOfAValueThatIsNotAllowed() throws IOException {
    Path conf = write("slurm.conf", "NodeName=n1 CPUs=4\nNodeName=n2 CPUs=many\n");
    assertThatThrownBy(() -> SlurmMachine.read(conf))
        .isInstanceOf(SlurmFormatException.class)
        .hasMessageEndingWith("slurm.conf, line 2: 'many' is not a number");
  }

  @Test
  void readsSubmissions() throws IOException {
    Path events =
        write(
            "jobs.events",
            "-dt 10.50 -e submit_batch_job | -sim-walltime 84.00 --uid=u1 -J jobid_7 -N 2 -n 18"
                + " -t 3-00:00:00 -p gpu -q q1 -A a1 --mem=500G --gres=gpu:2 --exclusive x.job\n"
                + "-dt 12 -e submit_batch_job | -sim-walltime -1 --uid=u2 -J jobid_9 -n 1 -t 2"
                + " --constraint=fast&big x.job\n");
    JobLog log = SubmissionLog.read(events);
    assertThat(log.size()).isEqualTo(2);
    assertThat(log.jobId(0)).isEqualTo(7);
    assertThat(log.submit(0)).isEqualTo(10);
    assertThat(log.estimate(0)).isEqualTo(3 * 86400);
    assertThat(log.request(0))
        .isEqualTo(
            new Request.Builder()
                .nodes(2, 2)
                .tasks(18)
                .memoryPerNode(500 << 10)
                .gpusPerNode(Map.of("any", 2))
                .partitions(List.of("gpu"))
                .exclusive(true)
                .build());
    assertThat(log.runtime(1)).isEqualTo(120);
    assertThat(log.user(1)).isEqualTo(1);
  }
}
