package io.gnomon.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DrawsSeedTest {
  @TempDir Path folder;
  private Path workload = Path.of("unset");

  @BeforeEach
  void writeAWorkload() throws IOException {
    workload = WorkloadFile.in(folder, 1500);
  }

  /** Runtimes and arrivals are drawn, or arrivals alone. */
  @ParameterizedTest
  @ValueSource(strings = {"--draws=2", "--draws=0"})
  void aSeedGivesTheSameEachTimeAndAnotherOtherLuck(String draws) throws IOException {
    JsonNode first = decisions(draws, 0);

    assertThat(decisions(draws, 0)).isEqualTo(first);
    assertThat(decisions(draws, 1)).isNotEqualTo(first);
  }

  private JsonNode decisions(String draws, int seed) throws IOException {
    CommandResult result =
        CommandResult.of(
            "tune",
            "--workload=" + workload,
            "--processors=64",
            "--search=full",
            "--future=bootstrap",
            draws,
            "--period=12h",
            "--draws-seed=" + seed,
            "--format=json");
    assertThat(result.status()).as(result.err()).isZero();
    return result.json().get("decisions");
  }
}
