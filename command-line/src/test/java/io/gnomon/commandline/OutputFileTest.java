package io.gnomon.commandline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {
  @TempDir Path folder;

  @Test
  void keepsTheFormerFileAndNoPartWhenWritingFails() throws IOException {
    Path former = Files.writeString(folder.resolve("former.swf"), "former");

    for (Path file : new Path[] {former, folder.resolve("new.swf.gz")}) {
      assertThatThrownBy(
              () ->
                  OutputFile.write(
                      file,
                      out -> {
                        out.write("half a line");
                        out.flush();
                        throw new IOException("disk full");
                      }))
          .hasMessage("disk full");
    }

    assertThat(former).hasContent("former");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(former);
    }
  }

  @Test
  void replacesTheFileToWhichALinkPoints() throws IOException {
    Path file = Files.writeString(folder.resolve("made.swf"), "former");
    Path link = Files.createSymbolicLink(folder.resolve("link.swf"), file);

    OutputFile.write(link, out -> out.write("new"));

    assertThat(link).isSymbolicLink();
    assertThat(file).hasContent("new");
  }

  @Test
  void compressesByName() throws IOException {
    Path file = folder.resolve("made.swf.gz");

    OutputFile.write(file, out -> out.write("text"));

    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      assertThat(in.readAllBytes()).asString().isEqualTo("text");
    }
  }

  @Test
  void namesTheFileItselfWhenItsFolderIsMissing() {
    Path file = folder.resolve("none/made.swf");

    assertThatThrownBy(
            () -> FileAccess.writing(file, () -> OutputFile.write(file, out -> out.write("x"))))
        .hasMessage("cannot write " + file + ": no such file or folder");
  }

  @Test
  void writesToAPipeThatHasNoRealPath() throws IOException {
    Process cat = new ProcessBuilder("cat").start();
    Path pipe = Path.of("/proc/%d/fd/0".formatted(cat.pid()));
    assumeTrue(Files.exists(pipe), "a Linux with /proc");

    OutputFile.write(pipe, out -> out.write("text"));
    cat.getOutputStream().close();

    assertThat(cat.getInputStream().readAllBytes()).asString(UTF_8).isEqualTo("text");
  }
}
