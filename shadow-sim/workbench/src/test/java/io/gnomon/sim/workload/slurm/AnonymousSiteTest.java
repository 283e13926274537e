package io.gnomon.sim.workload.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.model.accounts.Association;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.priority.Golden;
import io.gnomon.sim.workload.anonymous.Pseudonyms;
import io.gnomon.sim.workload.anonymous.Pseudonyms.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnonymousSiteTest {
  private static final String DUMP =
      """
      Cluster - 'alpha':Fairshare=1:QOS='normal':MaxJobs=100
      Parent - 'root'
      User - 'root':DefaultAccount='root':AdminLevel='Administrator':Fairshare=1
      Account - 'physics':Description='Prof. Ann':Organization='uni':Fairshare=60:GrpTRES=cpu=64,mem=1000
      Account - 'lasers':Description='x':Fairshare=10:Parent='physics'
      Parent - 'physics'
      User - 'ann':DefaultAccount='physics':Fairshare=parent:MaxWall=60:DefaultQOS='ann_qos'
      User - 'bob':DefaultAccount='physics':Fairshare=3:MaxSubmitJobs=5
      """;

  @TempDir private Path folder = Path.of("");
  private final Pseudonyms names = new Pseudonyms(new byte[16]);

  @Test
  void associationsHaveTheSameSharesAndLimits() throws IOException {
    Path file = Files.writeString(folder.resolve("dump.txt"), DUMP);

    SlurmAssociations.Definitions anonymous = anonymous(file);

    assertEqual(SlurmAssociations.read(file), anonymous);
    assertThat(Files.readString(folder.resolve("out.txt")))
        .doesNotContain("ann", "bob", "physics", "lasers", "uni", "alpha");
    assertThat(anonymous.defaultAccounts())
        .containsEntry(names.of(Kind.USER, "bob"), names.of(Kind.ACCOUNT, "physics"));
  }

  @Test
  void qosHaveTheSameParametersAndLimits() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("script.txt"),
            """
            add qos night priority=50 UsageFactor=0.5 MaxJobsPerUser=3 MaxTRESPerUser=cpu=8,gres/gpu=1 MaxWall=1-0 Flags=DenyOnLimit
            add qos day preempt=night PreemptMode=requeue GraceTime=120 GrpTRESMins=cpu=1000
            modify qos normal set priority=5
            """);

    SlurmAssociations.Definitions original = SlurmAssociations.read(file);
    SlurmAssociations.Definitions anonymous = anonymous(file);

    assertEqual(original, anonymous);
    assertThat(anonymous.qos().get(names.of(Kind.QOS, "day")).preempts())
        .containsExactly(names.of(Kind.QOS, "night"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ubhpc", "micro"})
  void theSitesBesideThisProjectStayTheSame(String site) throws IOException {
    Path conf = Golden.file("../../sites/" + site + "/slurm.conf");
    Path script = conf.resolveSibling("sacctmgr.script");

    AnonymousConf.write(conf, folder, names);

    Path copy = folder.resolve("slurm.conf");
    assertEqual(SlurmMachine.read(conf), SlurmMachine.read(copy));
    assertThat(ConfFiles.scheduling(copy)).isEqualTo(ConfFiles.scheduling(conf));
    assertThat(SlurmPriority.settings(copy)).isEqualTo(SlurmPriority.settings(conf));
    assertThat(SlurmPriority.billing(copy)).isEqualTo(SlurmPriority.billing(conf));
    assertEqual(SlurmAssociations.read(script), anonymous(script));
  }

  @Test
  void aPartitionHasThePseudonymOfItsQos() throws IOException {
    Path conf =
        Files.writeString(
            folder.resolve("site.conf"),
            """
            SlurmctldHost=head.uni.example
            NodeName=n1 CPUs=4 NodeAddr=10.0.0.1 State=UNKNOWN
            NodeSet=some Nodes=n1
            PartitionName=all Nodes=some QOS=ann_qos AllowAccounts=physics State=UP
            """);

    AnonymousConf.write(conf, folder, names);

    assertThat(Files.readAllLines(folder.resolve("slurm.conf")))
        .containsExactly(
            "nodename=n1 cpus=4",
            "nodeset=some nodes=n1",
            "partitionname=all nodes=some qos=" + names.of(Kind.QOS, "ann_qos") + " state=UP");
  }

  private SlurmAssociations.Definitions anonymous(Path file) throws IOException {
    Path out = folder.resolve("out.txt");
    AnonymousAssociations.write(file, out, names);
    return SlurmAssociations.read(out);
  }

  private void assertEqual(
      SlurmAssociations.Definitions original, SlurmAssociations.Definitions anonymous) {
    assertThat(anonymous.tree().size()).isEqualTo(original.tree().size());
    for (int i = 0; i < original.tree().size(); i++) {
      Association expected = original.tree().get(i);
      assertThat(anonymous.tree().get(i).shares()).isEqualTo(expected.shares());
      assertThat(anonymous.tree().get(i).priority()).isEqualTo(expected.priority());
      assertThat(anonymous.tree().get(i).limits()).isEqualTo(expected.limits());
      String qos = expected.defaultQos();
      assertThat(anonymous.tree().get(i).defaultQos())
          .isEqualTo(qos.isEmpty() ? "" : names.of(Kind.QOS, qos));
    }
    assertThat(anonymous.qos()).hasSameSizeAs(original.qos());
    original
        .qos()
        .forEach(
            (name, qos) -> {
              var copy = anonymous.qos().get(names.of(Kind.QOS, name));
              assertThat(copy.priority()).isEqualTo(qos.priority());
              assertThat(copy.usageFactor()).isEqualTo(qos.usageFactor());
              assertThat(copy.flags()).isEqualTo(qos.flags());
              assertThat(copy.preemptMode()).isEqualTo(qos.preemptMode());
              assertThat(copy.graceSeconds()).isEqualTo(qos.graceSeconds());
              assertThat(copy.limits()).isEqualTo(qos.limits());
            });
  }

  private static void assertEqual(Machine original, Machine copy) {
    assertThat(copy.nodes()).isEqualTo(original.nodes());
    for (int node = 0; node < original.nodes(); node++) {
      assertThat(copy.name(node)).isEqualTo(original.name(node));
      assertThat(copy.nodeClass(node)).isEqualTo(original.nodeClass(node));
    }
    assertThat(copy.partitions()).isEqualTo(original.partitions());
    assertThat(copy.selection()).isEqualTo(original.selection());
    assertThat(copy.topology().switches()).isEqualTo(original.topology().switches());
  }
}
