package io.gnomon.bridge.slurm.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** With {@code sh} in place of Slurm's programs. */
class SlurmProgramsTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private static <T> T read(SlurmPrograms.OutputReader<T> reader, Duration limit, String script)
      throws SlurmException {
    return new SlurmPrograms(Path.of("/bin"), Map.of("WHO", "slurm"), limit)
        .read(reader, "sh", List.of("-c", script));
  }

  @Test
  void whatIsPrintedIsReadAsItComes() throws Exception {
    byte[] first = read(printed -> printed.readNBytes(3), LONG, "echo $WHO");
    assertThat(first).asString().isEqualTo("slu");
    int one = read(InputStream::read, LONG, "head -c 10000000 /dev/zero | tr '\\0' y");
    assertThat(one).as("a program is not kept waiting for who has read enough").isEqualTo('y');
  }

  @Test
  void whatAReaderThrowsIsThrown() {
    SlurmPrograms.OutputReader<Void> refusing =
        printed -> {
          throw new SlurmException("nonsense");
        };
    assertThatThrownBy(() -> read(refusing, LONG, "echo"))
        .isInstanceOf(SlurmException.class)
        .hasMessage("nonsense");
    assertThatThrownBy(() -> read(refusing, LONG, "echo no such queue >&2; exit 3"))
        .as("that the program failed says more")
        .isInstanceOfSatisfying(
            SlurmException.class, e -> assertThat(e.complaints()).containsExactly("no such queue"))
        .hasMessageContaining("ended with status 3: no such queue");
    assertThatThrownBy(
            () ->
                read(
                    printed -> {
                      throw new IOException("torn");
                    },
                    LONG,
                    "echo"))
        .isInstanceOf(SlurmException.class)
        .hasMessageContaining("torn");
  }

  @Test
  void aProgramThatDoesNotEndIsKilled() {
    assertThatThrownBy(() -> read(InputStream::readAllBytes, Duration.ofMillis(200), "sleep 60"))
        .isInstanceOfSatisfying(SlurmException.class, e -> assertThat(e.isUnanswered()).isTrue())
        .hasMessageContaining("had not answered");
  }
}
