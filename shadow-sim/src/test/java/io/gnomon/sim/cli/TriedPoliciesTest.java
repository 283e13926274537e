package io.gnomon.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
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
    JsonNode report = report("--only=easy", "--only=" + SHORTEST);

    assertThat(tried(report)).isEqualTo(Set.of("easy", SHORTEST));
    assertThat(report.get("fixed").findValuesAsText("policy"))
        .filteredOn(policy -> !policy.startsWith("multi-queue"))
        .containsExactly("easy", SHORTEST);
    assertThat(tried(report())).hasSizeGreaterThan(2);
  }

  @Test
  void aFullSearchLetsWideJobsStartFirstWhereThatWasAskedFor() throws IOException {
    JsonNode report = report("--wide=33");

    assertThat(tried(report))
        .contains("easy", "easy(head=none, order=wfp3, wide=33)")
        .filteredOn(policy -> policy.startsWith("easy(") && policy.contains("order="))
        .isNotEmpty()
        .allMatch(policy -> policy.contains("wide=33"));
    assertThat(report.get("fixed").findValuesAsText("policy"))
        .as("what the loop is compared with")
        .contains("easy(head=none, order=wfp3)", "easy(head=none, order=wfp3, wide=33)", "slack")
        .doesNotHaveDuplicates();
  }

  @Test
  void whatWasNamedLetsWideJobsStartFirstToo() throws IOException {
    JsonNode report = report("--wide=33", "--only=easy", "--only=" + SHORTEST);

    String wide = "easy(head=order, order=shortest, weight=1e-9, wide=33)";
    assertThat(tried(report)).isEqualTo(Set.of("easy", wide));
    assertThat(report.get("fixed").findValuesAsText("policy")).contains("easy", SHORTEST, wide);
  }

  @Test
  void theLoopIsComparedWithAllThatItMayTry() throws IOException {
    String first = "easy(head=order, order=shortest, patience=365d, weight=1e-9, wide=33)";
    String reserved = first.replace("365d", "0s");

    assertThat(compared("--wide=auto")).contains("easy", SHORTEST, first, reserved, "slack");
    assertThat(compared()).contains("easy", SHORTEST, "slack").doesNotContain(first, reserved);
    assertThat(compared("--wide=auto", "--only=easy", "--only=" + SHORTEST))
        .filteredOn(policy -> !policy.startsWith("multi-queue"))
        .containsExactlyInAnyOrder("easy", SHORTEST, first, reserved);
  }

  private List<String> compared(String... options) throws IOException {
    List<String> policies = report(options).get("fixed").findValuesAsText("policy");
    assertThat(policies).doesNotHaveDuplicates();
    return policies;
  }

  @Test
  void wideIsAWidthAndForAFullSearch() throws IOException {
    assertThat(refused("--search=full", "--wide=some")).contains("--wide is some", "auto");
    assertThat(refused("--threshold=10", "--wide=auto")).contains("--search full");
    assertThat(refused("--search=full", "--wide=auto", "--draws=0")).contains("--draws");
    assertThat(refused("--search=full", "--wide=-1", "--only=easy"))
        .contains("--wide is -1", "it must be 0");
    assertThat(refused("--threshold=10", "--wide=33")).contains("--wide is 33", "--search full");
  }

  @Test
  void whatASchedulerCanDoSaysNothingOfPoliciesThatWereNamed() throws IOException {
    assertThat(refused("--search=full", "--can=prediction", "--only=easy"))
        .contains("--can", "--only", "give one of them");
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
                        "--search=full",
                        "--draws=2",
                        "--period=12h",
                        "--format=json"),
                    Stream.of(only))
                .toArray(String[]::new));
    assertThat(result.status()).as(result.err()).isZero();
    return result.json();
  }
}
