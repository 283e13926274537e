package io.gnomon.sim.assess.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.assess.figure.ConfigurationFigures;
import io.gnomon.sim.assess.figure.Grouping;
import io.gnomon.sim.assess.figure.Sums;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluationFolderTest {
  private static final ConfigurationFigures ONE =
      new ConfigurationFigures(
          List.of(new Sums(2, 30, 3.5), Sums.NONE),
          Map.of(Grouping.SIZE, List.of(new Sums(2, 30, 3.5))),
          120.25,
          0.1);

  @Test
  void computesOnceAndThenReads(@TempDir Path folder) throws IOException {
    EvaluationFolder files = new EvaluationFolder(folder, "abc");

    assertThat(files.has("arrivals0.x")).isFalse();
    assertThat(files.get("arrivals0.x", () -> ONE)).isEqualTo(ONE);
    assertThat(files.has("arrivals0.x")).isTrue();
    assertThat(
            files.get(
                "arrivals0.x",
                () -> {
                  throw new AssertionError("computed again");
                }))
        .isEqualTo(ONE);
    assertThat(folder.resolve("arrivals0.x.csv"))
        .content()
        .isEqualTo(
            """
            version,input,examined_per_hour,mean_queue
            2,abc,120.25,0.1
            of,number,jobs,wait_seconds,bounded_slowdown
            block,0,2,30,3.5
            block,1,0,0,0.0
            size,0,2,30,3.5
            """);
  }

  @Test
  void computesAgainForAnotherInput(@TempDir Path folder) {
    ConfigurationFigures other = new ConfigurationFigures(List.of(Sums.NONE), Map.of(), 0, 0);
    new EvaluationFolder(folder, "abc").get("k", () -> ONE);

    assertThat(new EvaluationFolder(folder, "def").get("k", () -> other)).isEqualTo(other);
  }

  @Test
  void computesAgainWhatAnotherVersionWrote(@TempDir Path folder) throws IOException {
    EvaluationFolder files = new EvaluationFolder(folder, "abc");
    String text = new EvaluationFile("abc", ONE).toCsv();
    Files.writeString(folder.resolve("k.csv"), text.replace("\n2,abc", "\n1,abc"));
    ConfigurationFigures other = new ConfigurationFigures(List.of(Sums.NONE), Map.of(), 0, 0);

    assertThat(files.has("k")).isFalse();
    assertThat(files.get("k", () -> other)).isEqualTo(other);
    assertThat(files.has("k")).isTrue();
  }

  @Test
  void refusesAFileThatIsNone(@TempDir Path folder) throws IOException {
    Files.writeString(folder.resolve("k.csv"), "hello\n");
    EvaluationFolder files = new EvaluationFolder(folder, "abc");

    assertThatThrownBy(() -> files.has("k"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("k.csv is not an evaluation");
  }

  @Test
  void namesADamagedLine() {
    String text = new EvaluationFile("abc", ONE).toCsv().replace("block,1,0,0,0.0", "block,1,zero");

    assertThatThrownBy(() -> EvaluationFile.parse("k.csv", text))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("k.csv, line 5 is 'block,1,zero'");
  }

  @Property(tries = 200)
  void keepsAllDigits(
      @ForAll long jobs, @ForAll long wait, @ForAll double slowdown, @ForAll double examined)
      throws IOException {
    ConfigurationFigures any =
        new ConfigurationFigures(
            List.of(new Sums(jobs, wait, slowdown)), Map.of(), examined, slowdown);

    String text = new EvaluationFile("abc", any).toCsv();

    assertThat(EvaluationFile.parse("k", text).evaluation()).isEqualTo(any);
  }
}
