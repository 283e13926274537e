package io.gnomon.bridge.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
  @TempDir private Path folder;

  @Test
  void aFailedWriteLeavesTheOldContentAndNamesTheFile() throws Exception {
    Path file = folder.resolve("queue");
    AtomicFile.replace(file, "old".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(
            () ->
                AtomicFile.replace(
                    file,
                    out -> {
                      out.write('n');
                      throw new IOException("No space left on device");
                    }))
        .isInstanceOf(StorageException.class)
        .hasMessage("cannot write " + file + ": No space left on device");
    assertThat(file).hasContent("old");
    AtomicFile.replace(file, out -> out.write("new".getBytes(StandardCharsets.UTF_8)));
    assertThat(file).hasContent("new");
    assertThat(folder).isDirectoryNotContaining(path -> path.toString().endsWith(".next"));
  }

  @Test
  void aMissingFolderIsNamed() {
    Path file = folder.resolve("none").resolve("queue");
    assertThatThrownBy(() -> AtomicFile.replace(file, new byte[0]))
        .hasMessage("cannot write " + file + ": no such file or folder");
    assertThat(Files.exists(file)).isFalse();
  }
}
