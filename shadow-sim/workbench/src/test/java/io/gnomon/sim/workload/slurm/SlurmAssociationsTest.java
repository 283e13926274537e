package io.gnomon.sim.workload.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.model.accounts.Association;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.accounts.QosFlag;
import io.gnomon.model.limits.LimitKind;
import io.gnomon.model.limits.Limits;
import io.gnomon.model.machine.PreemptMode;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.priority.fairshare.AssociationTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlurmAssociationsTest {
  @TempDir Path folder;

  @Test
  void readsAccountsUsersAndQos() throws IOException {
    SlurmAssociations.Definitions read =
        read(
            """
            # comment
            modify QOS set normal Priority=5
            add QOS Name=fast Priority=100 MaxSubmitJobsPerUser=10
            add cluster Name=micro Fairshare=1 QOS=normal,fast
            add account physics Description="two words" Fairshare=30
            add account name=optics parent=physics
            add user Name=ann DefaultAccount=physics Account=optics Fairshare=parent
            add user bob,eve account=physics
            modify user where name=ann account=optics set fairshare=7 priority=3
            modify user set qoslevel="normal,fast"
            list associations tree
            """);

    AssociationTree tree = read.tree();
    assertThat(read.qos()).containsOnlyKeys("normal", "fast");
    assertThat(read.qos().get("normal").priority()).isEqualTo(5);
    assertThat(read.qos().get("fast").priority()).isEqualTo(100);
    assertThat(get(tree, "physics", "").shares()).isEqualTo(30);
    assertThat(tree.parent(tree.find("optics", "").orElseThrow()))
        .isEqualTo(tree.find("physics", "").orElseThrow());
    assertThat(get(tree, "optics", "ann"))
        .isEqualTo(
            new Association("optics", "ann", "", 7, 3).withAllowedQos(List.of("fast", "normal")));
    assertThat(get(tree, "physics", "ann").usesParentShares()).isTrue();
    assertThat(get(tree, "physics", "eve").shares()).isEqualTo(1);
    assertThat(get(tree, "root", "root").shares()).isEqualTo(1);
    assertThat(tree.users()).isEqualTo(5);
  }

  @Test
  void namesTheFileOfAUserWithoutAnAccount() {
    assertThatThrownBy(() -> read("add user ann account=physics"))
        .isInstanceOf(SlurmFormatException.class)
        .hasMessageContaining("script")
        .hasMessageContaining("'physics' is unknown");
  }

  @Test
  void readsLimitsAndDefaults() throws IOException {
    SlurmAssociations.Definitions read =
        read(
            """
            sacctmgr -i modify cluster micro set MaxSubmitJobs=500 DefaultQOS=normal
            sacctmgr -i add qos high Priority=100 Preempt=normal GraceTime=120
            sacctmgr -i modify qos high set Flags=DenyOnLimit,NoReserve MaxTRESPerUser=cpu=32 MaxJobs=4
            add account physics GrpTRES=cpu=48,mem=2T MaxWall=1-0 Priority=7 MaxJobs=3
            modify account physics set GrpTRES=cpu=40,gres/gpu=8
            modify account physics set GrpTRES=gres/gpu=-1 GrpJobs=5 GrpWall=90
            add user ann account=physics MaxJobs=10 DefaultQOS=high
            add user ann account=root
            add user bob account=physics,root DefaultAccount=root
            """);

    AssociationTree tree = read.tree();
    int physics = tree.find("physics", "").orElseThrow();
    int ann = tree.find("physics", "ann").orElseThrow();
    int bob = tree.find("physics", "bob").orElseThrow();
    assertThat(tree.get(physics).limits())
        .isEqualTo(
            Limits.NONE
                .with(LimitKind.GROUP_TRES, "cpu", 40)
                .with(LimitKind.GROUP_TRES, "mem", 2 << 20)
                .with(LimitKind.GROUP_JOBS, 5)
                .with(LimitKind.GROUP_WALL_MINUTES, 90)
                .with(LimitKind.JOBS, 3)
                .with(LimitKind.SUBMITTED, 500)
                .with(LimitKind.WALL_MINUTES, 1440));
    assertThat(tree.get(ann).limits())
        .isEqualTo(
            Limits.NONE
                .with(LimitKind.JOBS, 10)
                .with(LimitKind.SUBMITTED, 500)
                .with(LimitKind.WALL_MINUTES, 1440));
    assertThat(get(tree, "physics", "ann").priority()).isEqualTo(7);
    assertThat(read.qos())
        .containsEntry(
            "high",
            new Qos(
                "high",
                100,
                1,
                Limits.NONE.with(LimitKind.USER_TRES, "cpu", 32).with(LimitKind.JOBS_OF_USER, 4),
                Set.of(QosFlag.DENY_ON_LIMIT, QosFlag.NO_RESERVE),
                List.of("normal"),
                PreemptMode.CLUSTER,
                120));
    assertThat(tree.get(ann).defaultQos()).isEqualTo("high");
    assertThat(tree.get(bob).defaultQos()).isEqualTo("normal");
    assertThat(read.defaultAccounts()).containsEntry("ann", "physics");
    assertThat(read.defaultAccounts()).containsEntry("bob", "root");
    assertThat(read.defaultAccounts()).doesNotContainKey("eve");
  }

  @Test
  void readsADump() throws IOException {
    SlurmAssociations.Definitions read =
        read(
            """
            # Parent - 'cs'
            Cluster - 'site':Fairshare=1:MaxSubmitJobs=500:QOS='normal'
            Parent - 'root'
            User - 'root':DefaultAccount='root':AdminLevel='Administrator':Fairshare=1
            Account - 'physics':Description='a: b':Organization='site':Fairshare=60:GrpTRES=cpu=48
            Parent - 'physics'
            User - 'ann':DefaultAccount='physics':DefaultQOS='normal':Fairshare=3:QOS='high,normal'
            Account - 'optics':Description='optics':Fairshare=2147483647:GrpWall=90:Priority=7
            Parent - 'optics'
            User - 'ann':DefaultAccount='physics':Fairshare=1
            """);

    AssociationTree tree = read.tree();
    assertThat(get(tree, "physics", "ann").shares()).isEqualTo(3);
    assertThat(get(tree, "optics", "").usesParentShares()).isTrue();
    assertThat(get(tree, "optics", "ann").priority()).isEqualTo(7);
    assertThat(tree.parent(tree.find("optics", "").orElseThrow()))
        .isEqualTo(tree.find("physics", "").orElseThrow());
    assertThat(read.defaultAccounts()).containsEntry("ann", "physics");
    assertThat(get(tree, "physics", "").limits())
        .isEqualTo(
            Limits.NONE.with(LimitKind.GROUP_TRES, "cpu", 48).with(LimitKind.SUBMITTED, 500));
  }

  @Test
  void readsListings() throws IOException {
    SlurmAssociations.Definitions read =
        read(
            """
            Cluster|Account|User|Partition|Share|Priority|GrpTRES|GrpWall|MaxWall|QOS|Def QOS
            site|root|||1|||||normal|
            site| root|root||1|||||normal|
            site| physics|||60||cpu=48,mem=100G|||normal|
            site|  physics|ann||3||||1-00:00:00|high,normal|normal
            site|  optics|||parent|7||01:30:00||normal|
            site|   optics|ann||1|7||||normal|
            site| biology|||30|||||normal|

            Name|Priority|GraceTime|Preempt|PreemptMode|Flags|UsageThres|UsageFactor|MaxTRESPU|MinTRES
            normal|10|00:00:00||cluster|||1.000000||
            high|100|00:02:00|normal|requeue|DenyOnLimit||0.500000|cpu=32|cpu=2

            User|Def Acct|Admin
            ann|optics|None
            """);

    AssociationTree tree = read.tree();
    assertThat(tree.users()).isEqualTo(3);
    assertThat(get(tree, "physics", "ann").shares()).isEqualTo(3);
    assertThat(tree.parent(tree.find("optics", "").orElseThrow()))
        .isEqualTo(tree.find("physics", "").orElseThrow());
    assertThat(tree.parent(tree.find("biology", "").orElseThrow())).isZero();
    assertThat(get(tree, "optics", "").usesParentShares()).isTrue();
    assertThat(get(tree, "optics", "ann").priority()).isEqualTo(7);
    assertThat(get(tree, "physics", "").limits())
        .isEqualTo(
            Limits.NONE
                .with(LimitKind.GROUP_TRES, "cpu", 48)
                .with(LimitKind.GROUP_TRES, "mem", 102_400));
    assertThat(get(tree, "optics", "").limits())
        .isEqualTo(Limits.NONE.with(LimitKind.GROUP_WALL_MINUTES, 90));
    assertThat(read.qos()).containsOnlyKeys("normal", "high");
    assertThat(read.qos().get("normal").priority()).isEqualTo(10);
    assertThat(read.qos().get("high").priority()).isEqualTo(100);
    assertThat(read.qos().get("high").usageFactor()).isEqualTo(0.5);
    assertThat(read.qos().get("high").preemptMode()).isEqualTo(PreemptMode.REQUEUE);
    assertThat(read.qos().get("high").graceSeconds()).isEqualTo(120);
    assertThat(read.qos().get("high").limits().of(LimitKind.LEAST_TRES, "cpu")).contains(2L);
    assertThat(read.defaultAccounts()).containsEntry("ann", "optics");
  }

  @Test
  void putsAccountsOfAListingWithoutParentsBelowRoot() throws IOException {
    SlurmAssociations.Definitions read =
        read(
            """
            Cluster|Account|User|Partition|Share|GrpTRES|QOS
            site|physics|ann||2||normal
            site|root|||1||normal
            site|physics|||60|cpu=48|normal
            """);

    assertThat(read.tree().parent(read.tree().find("physics", "").orElseThrow())).isZero();
    assertThat(get(read.tree(), "physics", "").shares()).isEqualTo(60);
    assertThat(get(read.tree(), "physics", "ann").shares()).isEqualTo(2);
    assertThat(read.notes())
        .containsExactly(
            "Directly below root, because the listing names no parent ('sacctmgr -P show assoc"
                + " tree' does): 1 × account, such as 'physics'.");
  }

  @Test
  void leavesOutWithANoteWhatAListingHasThatIsNotSimulated() throws IOException {
    SlurmAssociations.Definitions read =
        read(
            """
            Account|User|Partition|Share|GrpTRES|GrpJobsAccrue|ParentName
            root|||1|||
            physics|||sixty|energy=5|3|root
            physics|ann|debug|1|||
            physics|ann||7|||
            physics|bob|debug|3|||
            optics|||1|||optics
            shell|||1|||gone
            odd|||
            """);

    assertThat(get(read.tree(), "physics", "").shares()).isEqualTo(1);
    assertThat(get(read.tree(), "physics", "ann").shares()).isEqualTo(7);
    assertThat(get(read.tree(), "physics", "bob").shares()).isEqualTo(3);
    assertThat(read.tree().parent(read.tree().find("optics", "").orElseThrow())).isZero();
    assertThat(get(read.tree(), "gone", "").shares()).isEqualTo(1);
    assertThat(String.join("\n", read.notes()))
        .contains("1 × line, such as line 9: 'odd|||' has 4 fields")
        .contains("3 × value, such as line 3: ")
        .contains("2 × association of a partition, such as 'ann of physics in debug'")
        .contains("below themselves: 1 × account, such as 'optics'")
        .contains("1 × parent, such as 'gone'");
  }

  @Test
  void completesWhatJobsHadWithSlurmsDefaults() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("assoc"),
            """
            Account|User|Share|ParentName
            root||1|
            physics||60|root
            physics|ann|2|
            """);

    SlurmAssociations.Definitions read =
        SlurmAssociations.read(
            file,
            List.of(
                new JobAccount("ann", "physics", "fast", 0),
                new JobAccount("bob", "physics", "normal", 0),
                new JobAccount("eve", "closed", "", 0)),
            List.of("ofpartition"));

    assertThat(get(read.tree(), "physics", "bob"))
        .isEqualTo(new Association("physics", "bob", "", 1, 0));
    assertThat(get(read.tree(), "closed", "eve").shares()).isEqualTo(1);
    assertThat(read.qos()).containsEntry("fast", Qos.of("fast", 0)).containsKey("ofpartition");
    assertThat(read.notes())
        .containsExactly(
            "Not among the associations, so below root with 1 share and no limits: 1 × account, such"
                + " as 'closed'.",
            "Not among the associations, so with 1 share and no limits of their own: 2 × user, such"
                + " as 'bob of physics'.",
            "Not among the associations, so with priority 0 and no limits: 2 × QOS, such as 'fast'.");
  }

  @Test
  void rejectsWhatIsNotSimulated() {
    assertThatThrownBy(() -> read("add account a\nadd user ann account=a partition=debug"))
        .isInstanceOf(SlurmFormatException.class)
        .hasMessageContaining("line 2: the association is for partition 'debug' only");
    assertThatThrownBy(() -> read("add account a GrpTRES=energy=5"))
        .hasMessageContaining("limits on 'energy' are not simulated; allowed are cpu, mem");
    assertThatThrownBy(() -> read("add account a GrpJobsAccrue=5"))
        .hasMessageContaining("grpjobsaccrue=5 is not simulated");
  }

  private SlurmAssociations.Definitions read(String text) throws IOException {
    return SlurmAssociations.read(Files.writeString(folder.resolve("script"), text));
  }

  private static Association get(AssociationTree tree, String account, String user) {
    return tree.get(tree.find(account, user).orElseThrow());
  }
}
