package io.gnomon.commandline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileAccessTest {
  @TempDir Path folder;

  @Test
  void aFileThatCannotBeReplacedIsNamedWhateverTheReason() throws IOException {
    Path file = Files.writeString(folder.resolve("report.md"), "former");

    assertThatThrownBy(() -> FileAccess.replaceText(file, "no character: \ud800"))
        .hasMessageStartingWith("cannot write " + file + ": ");
    assertThatThrownBy(() -> FileAccess.replaceText(file.resolve("chart.svg"), "<svg/>"))
        .hasMessage("cannot write " + file.resolve("chart.svg") + ": Not a directory");

    assertThat(file).hasContent("former");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }
}
