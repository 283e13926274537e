package io.gnomon.bridge.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With scripts that answer as squeue of several releases does. */
class SlurmReaderTest {
  private static final String OLD =
      """
      echo "$*" >>CALLS
      [ "$1" = --json ] || { echo "squeue: option '--json' doesn't allow an argument" >&2; exit 1; }
      echo '{"jobs":[]}'
      """;
  private static final String NEW =
      """
      echo "$*" >>CALLS
      case $1 in
      --json=list) echo data_parser/v0.0.42; echo data_parser/v0.0.45 ;;
      --json=v0.0.42) echo '{"jobs":[]}' ;;
      *) exit 1 ;;
      esac
      """;

  @TempDir private Path folder;
  private FakeSlurm slurm;
  private SlurmReader reader;

  @BeforeEach
  void start() throws Exception {
    slurm = new FakeSlurm(folder).start();
    reader = slurm.reader();
  }

  private void squeue(String script) throws Exception {
    new FakePrograms(folder.resolve("bin")).write("squeue", script.replace("CALLS", calls() + ""));
  }

  private Path calls() {
    return folder.resolve("squeue-calls");
  }

  private List<String> called() throws Exception {
    return Files.readAllLines(calls());
  }

  @Test
  void squeueIsAskedOnceForItsForms() throws Exception {
    squeue(NEW);
    reader.read();
    reader.read();
    assertThat(called())
        .containsExactly(
            "--json=list", "--json=v0.0.42 --states=all", "--json=v0.0.42 --states=all");
  }

  @Test
  void whereItHasOnlyOneItIsAskedForThat() throws Exception {
    squeue(OLD);
    reader.read();
    assertThat(called()).containsExactly("--json=list", "--json --states=all");
  }

  @Test
  void itIsAskedAgainAfterAnUpgrade() throws Exception {
    squeue(OLD);
    reader.read();
    squeue(NEW);
    assertThatThrownBy(reader::read).isInstanceOf(SlurmException.class);
    reader.read();
    assertThat(called()).endsWith("--json=list", "--json=v0.0.42 --states=all");
  }
}
