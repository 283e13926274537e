package io.gnomon.sim.workload.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.priority.Association;
import io.gnomon.sim.priority.AssociationTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    assertThat(read.qosPriorities()).containsOnlyKeys("normal", "fast");
    assertThat(read.qosPriorities()).containsEntry("normal", 5L).containsEntry("fast", 100L);
    assertThat(get(tree, "physics", "").shares()).isEqualTo(30);
    assertThat(tree.parent(tree.find("optics", "").orElseThrow()))
        .isEqualTo(tree.find("physics", "").orElseThrow());
    assertThat(get(tree, "optics", "ann")).isEqualTo(new Association("optics", "ann", 7, 3));
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

  private SlurmAssociations.Definitions read(String text) throws IOException {
    return SlurmAssociations.read(Files.writeString(folder.resolve("script"), text));
  }

  private static Association get(AssociationTree tree, String account, String user) {
    return tree.get(tree.find(account, user).orElseThrow());
  }
}
