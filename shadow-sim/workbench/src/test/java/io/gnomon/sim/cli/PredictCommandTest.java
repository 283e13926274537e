package io.gnomon.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PredictCommandTest {
  @TempDir Path folder;
  private Path workload = Path.of("unset");

  @BeforeEach
  void writeAWorkload() throws IOException {
    workload = WorkloadFile.in(folder, 1500);
  }

  @Test
  void everyPredictorIsJudged() throws Exception {
    CommandResult result = run("--format=json");

    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.json())
        .extracting(quality -> quality.path("predictor").asText())
        .containsExactly("estimate", "last-two", "class-mean", "user", "user-width", "hmm");
    for (JsonNode quality : result.json()) {
      for (String share : new String[] {"predicted", "coverage80", "underPredicted"}) {
        assertThat(quality.path(share).asDouble()).as(share).isBetween(0.0, 1.0);
      }
      assertThat(quality.path("logScore").asDouble()).isBetween(0.0, 11.7);
    }
  }

  @Test
  void oneCanBeAskedForAlone() {
    CommandResult result = run("--predictor=estimate", "--format=csv");

    assertThat(result.out())
        .startsWith(
            "predictor,predicted,coverage80,logScore,underPredicted,overPredicted\nestimate,1,")
        .hasLineCount(2);
  }

  @Test
  void anUnknownPredictorIsRefusedWithThoseThatExist() {
    CommandResult result = run("--predictor=oracle");

    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains("--predictor is 'oracle'", "last-two", "hmm");
  }

  private CommandResult run(String... more) {
    String[] arguments = new String[more.length + 3];
    arguments[0] = "predict";
    arguments[1] = "--workload=" + workload;
    arguments[2] = "--processors=64";
    System.arraycopy(more, 0, arguments, 3, more.length);
    return CommandResult.of(arguments);
  }
}
