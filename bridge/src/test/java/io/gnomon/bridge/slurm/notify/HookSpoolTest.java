package io.gnomon.bridge.slurm.notify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HookSpoolTest {
  @TempDir private Path root;
  private Path folder;

  @BeforeEach
  void createFolder() throws IOException {
    folder = Files.createDirectory(root.resolve("spool"));
  }

  @Test
  void theHooksFilesAreCountedAndDeleted() throws IOException {
    Files.createFile(folder.resolve("17.prolog_slurmctld"));
    Files.createFile(folder.resolve("17.epilog_slurmctld"));
    HookSpool spool = new HookSpool(folder);
    assertThat(spool.drain()).isEqualTo(2);
    assertThat(spool.drain()).isZero();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void whateverElseIsInTheFolderStays() throws IOException {
    Path precious = Files.writeString(root.resolve("precious"), "data");
    Files.writeString(folder.resolve("slurm.conf"), "ClusterName=c");
    Files.createFile(folder.resolve("17.prolog_slurmctld.bak"));
    Files.createFile(folder.resolve("x.epilog_slurmctld"));
    Files.createDirectory(folder.resolve("18.prolog_slurmctld"));
    Files.createSymbolicLink(folder.resolve("19.prolog_slurmctld"), precious);
    Files.createFile(folder.resolve("20.epilog_slurmctld"));

    assertThat(new HookSpool(folder).drain()).isEqualTo(1);

    assertThat(folder.toFile().list())
        .containsExactlyInAnyOrder(
            "slurm.conf",
            "17.prolog_slurmctld.bak",
            "x.epilog_slurmctld",
            "18.prolog_slurmctld",
            "19.prolog_slurmctld");
    assertThat(precious).hasContent("data");
  }

  @Test
  void withoutHooksOrAFolderThereIsNothingToCount() {
    assertThat(new HookSpool(null).drain()).isZero();
    assertThat(new HookSpool(root.resolve("none")).drain()).isZero();
  }
}
