package io.gnomon.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampleSeedTest {
  @TempDir Path folder;
  private Path workload = Path.of("unset");

  @BeforeEach
  void writeAWorkload() throws IOException {
    workload = WorkloadFile.in(folder, 500);
  }

  /** Runtimes and arrivals are sampled, or arrivals alone. */
  @ParameterizedTest
  @ValueSource(strings = {"--samples=2", "--samples=0"})
  void theSameSeedGivesTheSameDecisionsAndAnotherSeedOthers(String samples) throws IOException {
    JsonNode first = decisions(samples, 0);

    assertThat(decisions(samples, 0)).isEqualTo(first);
    assertThat(decisions(samples, 1)).isNotEqualTo(first);
  }

  private JsonNode decisions(String samples, int seed) throws IOException {
    CommandResult result =
        CommandResult.of(
            "tune",
            "--workload=" + workload,
            "--processors=64",
            "--search=library",
            "--arrivals=bootstrap",
            samples,
            "--period=12h",
            "--seed=" + seed,
            "--format=json");
    assertThat(result.status()).as(result.err()).isZero();
    return result.json().get("decisions");
  }
}
