package io.gnomon.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which policies a full search tries, and which its report compares with. */
class TriedPoliciesTest {
  private static final String SHORTEST = "easy(head=order, order=shortest, weight=1e-9)";

  @TempDir Path folder;

  @Test
  void aFullSearchTriesAndComparesWhatWasNamedAlone() throws IOException {
    JsonNode report = report("--candidate=easy", "--candidate=" + SHORTEST);

    assertThat(tried(report)).isEqualTo(Set.of("easy", SHORTEST));
    assertThat(report.get("fixed").findValuesAsText("policy"))
        .filteredOn(policy -> !policy.startsWith("multi-queue"))
        .containsExactly("easy", SHORTEST);
    assertThat(tried(report())).hasSizeGreaterThan(2);
  }

  @Test
  void whatASchedulerCanDoSaysNothingOfPoliciesThatWereNamed() throws IOException {
    assertThat(refused("--search=library", "--capability=prediction", "--candidate=easy"))
        .contains("--capability and --candidate exclude each other");
  }

  private String refused(String... options) throws IOException {
    CommandResult result =
        CommandResult.of(
            Stream.concat(
                    Stream.of(
                        "tune", "--workload=" + WorkloadFile.in(folder, 10), "--processors=64"),
                    Stream.of(options))
                .toArray(String[]::new));
    assertThat(result.status()).isEqualTo(2);
    return result.err();
  }

  private static Set<String> tried(JsonNode report) {
    return new HashSet<>(report.get("decisions").findValuesAsText("policy"));
  }

  private JsonNode report(String... only) throws IOException {
    CommandResult result =
        CommandResult.of(
            Stream.concat(
                    Stream.of(
                        "tune",
                        "--workload=" + WorkloadFile.in(folder, 1500),
                        "--processors=64",
                        "--search=library",
                        "--samples=2",
                        "--period=12h",
                        "--format=json"),
                    Stream.of(only))
                .toArray(String[]::new));
    assertThat(result.status()).as(result.err()).isZero();
    return result.json();
  }
}
