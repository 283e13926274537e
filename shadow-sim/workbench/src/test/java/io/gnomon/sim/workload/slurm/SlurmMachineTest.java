package io.gnomon.sim.workload.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NetworkSwitch;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.priority.Golden;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.submission.SubmissionLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  private Path withSwitches(String topology) throws IOException {
    write("topology.conf", topology);
    return write("slurm.conf", "TopologyPlugin=topology/tree\nNodeName=n[1-4],m[1-2] CPUs=4\n");
  }

  @Test
  void readsValuesInQuotesAndSpacesAroundTheEqualsSign() throws IOException {
    Path conf =
        write(
            "slurm.conf",
            """
            SelectTypeParameters = CR_CPU
            NodeName = n1 CPUs= 4 Reason="bad fan" Feature ="a,b" RealMemory=1000
            """);

    Machine machine = SlurmMachine.read(conf);

    assertThat(machine.nodeClass(0))
        .isEqualTo(new NodeClass(4, 1, 1000, Map.of(), Set.of("a", "b"), 1));
  }

  @Test
  void readsSwitches() throws IOException {
    Path conf =
        withSwitches(
            """
            SwitchName=top Switches=leaf[1-2] # declared below
            SwitchName=leaf1 Nodes=n[1-9] LinkSpeed=100
            SwitchName=leaf2 Nodes=m[1-2]
            """);
    Machine machine = SlurmMachine.read(conf);
    assertThat(machine.topology().switches())
        .containsExactly(
            new NetworkSwitch("top", List.of(), List.of("leaf1", "leaf2")),
            new NetworkSwitch("leaf1", List.of("n1", "n2", "n3", "n4"), List.of()),
            new NetworkSwitch("leaf2", List.of("m1", "m2"), List.of()));
    assertThat(machine.leafOf(machine.node("m1"))).isEqualTo(2);
    for (String plugin : List.of("topology/none", "topology/default", "topology/flat")) {
      write("slurm.conf", "TopologyPlugin=" + plugin + "\nNodeName=n[1-4] CPUs=4\n");
      assertThat(SlurmMachine.read(conf).topology().size()).isZero();
    }
    Files.delete(conf.resolveSibling("topology.conf"));
    write("slurm.conf", "TopologyPlugin=topology/tree\nNodeName=n[1-4] CPUs=4\n");
    assertThat(SlurmMachine.read(conf).topology().size()).isZero();
  }

  @Test
  void readsSwitchesThatScontrolPrints() throws IOException {
    write(
        "slurm.conf",
        """
        Configuration data as of 2026-11-26T20:37:34
        TopologyPlugin          = topology/tree
        NodeName=n[1-4] CPUs=4
        SwitchName=leaf Level=0 LinkSpeed=1 Nodes=n[1-4]
        """);
    assertThat(SlurmMachine.read(folder.resolve("slurm.conf")).topology().size()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "SwitchName=b Nodes=n[3-4] Switches=a; 3: switch 'b' has both; allowed is either Nodes",
        "SwitchName=b LinkSpeed=1; 3: switch 'b' has neither; allowed is either Nodes or Switches",
        "SwitchName=b Nodes=n2; 3: node 'n2' is on the switches 'a' and 'b'; allowed is one",
        "SwitchName=b Switches=c; 3: switch 'b' has the switch 'c'; declared are a, b",
        "SwitchName=b Switches=b; 3: switch 'b' is below itself; allowed is a tree",
        "SwitchName=b Nodes=n[3-; 3: host list 'n[3-'",
        "SwitchName=a Nodes=n3; 3: switch 'a' is declared twice",
      })
  void namesTheLineOfASwitchThatIsNotAllowed(String line, String message) throws IOException {
    Path conf = withSwitches("# a comment\nSwitchName=a Nodes=n[1-2]\n" + line + "\n");
    assertThatThrownBy(() -> SlurmMachine.read(conf))
        .isInstanceOf(SlurmFormatException.class)
        .hasMessageContaining("topology.conf, line " + message);
  }

  @Test
  void readsTheSitesBesideThisProject() throws IOException {
    Path sites = Golden.file("../../sites");
    Machine micro = SlurmMachine.read(sites.resolve("micro/slurm.conf"));
    assertThat(micro.topology().size()).isEqualTo(4);
    assertThat(micro.leafOf(micro.node("b1"))).isEqualTo(micro.leafOf(micro.node("g1")));
    assertThat(micro.leafOf(micro.node("n1"))).isNotEqualTo(micro.leafOf(micro.node("m1")));
    Machine ubhpc = SlurmMachine.read(sites.resolve("ubhpc/slurm.conf"));
    assertThat(ubhpc.topology().size()).isEqualTo(4);
    for (int node = 0; node < ubhpc.nodes(); node++) {
      assertThat(ubhpc.leafOf(node)).as(ubhpc.name(node)).isNotNegative();
    }
  }

  @Test
  void numbersNodesInTheOrderOfTheirNames() throws IOException {
    Path conf = write("slurm.conf", "NodeName=n[9-11] CPUs=4\nNodeName=b1,a2-10,a2-9 CPUs=4\n");
    Machine machine = SlurmMachine.read(conf);
    assertThat(machine.names(new int[] {0, 1, 2, 3, 4, 5})).isEqualTo("a2-[9-10],b1,n[9-11]");
  }

  @Test
  void thePartitionsDefaultOfMemoryReplacesThatOfTheCluster() throws IOException {
    Path conf =
        write(
            "slurm.conf",
            """
            DefMemPerNode=4G
            NodeName=n[1-2] CPUs=4 RealMemory=8000
            PartitionName=cluster Nodes=ALL
            PartitionName=cpu Nodes=ALL DefMemPerCPU=100
            PartitionName=node Nodes=ALL DefMemPerNode=200
            PartitionName=none Nodes=ALL DefMemPerNode=UNLIMITED
            """);
    Machine machine = SlurmMachine.read(conf);
    assertThat(machine.partitions())
        .extracting(Partition::defaultMemoryPerNode)
        .containsExactly(4096, 0, 200, 0);
    assertThat(machine.partitions())
        .extracting(Partition::defaultMemoryPerCpu)
        .containsExactly(0, 100, 0, 0);
  }

  private static final String THREE_KINDS =
      """
      NodeName=c[1-3] CPUs=4 Feature=cpu,old
      NodeName=g[1-2] CPUs=4 Feature=gpu,old
      NodeName=h1 CPUs=4 Feature=gpu
      """;

  @Test
  void partitionsHaveTheNodesOfTheirNodeSets() throws IOException {
    Path conf =
        write(
            "slurm.conf",
            """
            PartitionName=early Nodes=some
            NodeSet=accelerated Feature=gpu
            NodeSet=some Nodes=c[1-2],h1
            NodeSet=both Feature=gpu Nodes=c3,g1
            PartitionName=gpu Nodes=accelerated
            PartitionName=union Nodes=both
            PartitionName=mixed Nodes=c3,accelerated,some
            """
                + THREE_KINDS);
    assertThat(SlurmMachine.read(conf).partitions())
        .extracting(partition -> String.join(",", partition.nodes()))
        .containsExactly("c1,c2,h1", "g1,g2,h1", "g1,g2,h1,c3", "c3,g1,g2,h1,c1,c2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '>',
      quoteCharacter = '"',
      value = {
        "NodeSet=c1 Feature=gpu> node set 'c1' has the name of a node; allowed is another name",
        "NodeSet=a> node set 'a' has neither Feature nor Nodes; allowed are one or both",
        "NodeSet=a Feature=gpu,old> node set 'a' has Feature=gpu,old; allowed is a single feature",
        "NodeSet=known Feature=gpu> node set 'known' is declared twice",
        "NodeSet=a Nodes=c[1-> host list 'c[1-'",
      })
  void namesTheLineOfANodeSetThatIsNotAllowed(String line, String message) throws IOException {
    Path conf = write("slurm.conf", THREE_KINDS + "NodeSet=known Nodes=c1\n" + line + "\n");
    assertThatThrownBy(() -> SlurmMachine.read(conf))
        .isInstanceOf(SlurmFormatException.class)
        .hasMessageContaining("slurm.conf, line 5: " + message);
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
                + " --constraint=fast&big x.job\n"
                + "-dt 13 -e submit_batch_job | -sim-walltime 5 -n 25 --ntasks-per-node=12 x.job\n");
    JobLog log = SubmissionLog.read(events);
    assertThat(log.size()).isEqualTo(3);
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
    assertThat(log.request(2))
        .isEqualTo(new Request.Builder().nodes(1, 3).tasks(25).tasksPerNode(12).build());
  }
}
