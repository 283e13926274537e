package io.gnomon.sandbox.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFolderTest {
  @TempDir private Path parent;

  @Test
  void theStandardFolderIsBelowXdgStateHomeIfThatIsAbsolute() {
    Path home = Path.of("/home/ann");
    assertThat(StateFolder.standard(Map.of(), home))
        .isEqualTo(Path.of("/home/ann/.local/state/gnomon/watch"));
    assertThat(StateFolder.standard(Map.of("XDG_STATE_HOME", "/scratch/ann"), home))
        .isEqualTo(Path.of("/scratch/ann/gnomon/watch"));
    assertThat(StateFolder.standard(Map.of("XDG_STATE_HOME", "state"), home))
        .isEqualTo(Path.of("/home/ann/.local/state/gnomon/watch"));
  }

  @Test
  void aFolderInUseIsRefusedWithTheProcessThatUsesIt() throws Exception {
    Path folder = parent.resolve("a/b");
    try (StateFolder first = StateFolder.open(folder)) {
      assertThat(first.path()).isEqualTo(folder);
      assertThatThrownBy(() -> StateFolder.open(folder))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith(
              folder + " is in use by process " + ProcessHandle.current().pid() + " on ")
          .hasMessageEndingWith("; stop it, or choose another folder with --state");
    }
    StateFolder.open(folder).close();
  }

  @Test
  void othersCannotReadANewFolder() throws Exception {
    Path folder = parent.resolve("private");
    StateFolder.open(folder).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
  }

  @Test
  void aFolderThatOthersCanReadIsRefused() throws Exception {
    Path folder = Files.createDirectory(parent.resolve("open"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-x---"));
    assertThatThrownBy(() -> StateFolder.open(folder))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "%s is open to other users (rwxr-x---), and Gnomon keeps the queue in it; run 'chmod 700 %s', or choose another folder with --state",
            folder, folder);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aFileInThePlaceOfTheFolderIsNamed() throws Exception {
    Path file = Files.writeString(parent.resolve("file"), "");
    assertThatThrownBy(() -> StateFolder.open(file))
        .isInstanceOf(IOException.class)
        .hasMessage("cannot write " + file + ": exists and is not a folder");
  }
}
