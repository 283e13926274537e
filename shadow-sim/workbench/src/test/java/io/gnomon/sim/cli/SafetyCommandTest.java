package io.gnomon.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SafetyCommandTest {
  @Test
  void runsEveryCheckOnTheLoopOfALibrarySearch() throws IOException {
    CommandResult result =
        CommandResult.of("safety", "--seeds=2", "--jobs=50", "--samples=2", "--format=json");

    assertThat(result.status()).as(result.err()).isZero();
    JsonNode report = new ObjectMapper().readTree(result.out());
    assertThat(report.get("seeds").asInt()).isEqualTo(2);
    assertThat(report.get("figures").findValuesAsText("check"))
        .containsOnly("best-incumbent", "changed-character", "wrong-model");
    assertThat(report.get("figures"))
        .allMatch(figure -> figure.get("ratios").size() == 2 && figure.get("holds").isBoolean());
  }

  @Test
  void oneCheckRunsAlone() throws IOException {
    CommandResult result =
        CommandResult.of(
            "safety",
            "--check=wrong-model",
            "--seeds=1",
            "--jobs=50",
            "--samples=2",
            "--format=json");

    assertThat(result.status()).as(result.err()).isZero();
    assertThat(new ObjectMapper().readTree(result.out()).get("figures").findValuesAsText("check"))
        .containsOnly("wrong-model");
  }

  @Test
  void comparesTheConstantsOfTheDurableCadenceWithOthers() throws IOException {
    CommandResult result =
        CommandResult.of("safety", "--choose", "--seeds=1", "--first-seed=3001", "--format=json");

    assertThat(result.status()).as(result.err()).isZero();
    JsonNode constants = result.json().get("constants");
    assertThat(constants.get(0).get("name").asText()).isEqualTo("in use");
    assertThat(constants).hasSizeGreaterThan(5);
    assertThat(constants)
        .allMatch(one -> one.get("ratio").asDouble() > 0 && one.get("mostChanges").asInt() <= 12);
  }

  @Test
  void comparesTheLoopWithPoliciesThatNeedACapability() throws IOException {
    assertThat(comparedWith("--capability=suspension"))
        .contains("selective-suspension(factor=2, tuned=true)");
  }

  @Test
  void comparesTheLoopWithTheCandidatesAndEasyAndFcfs() throws IOException {
    assertThat(comparedWith("--candidate=easy(order=shortest)"))
        .isSubsetOf("easy", "easy(order=shortest)", "fcfs");
  }

  private static List<String> comparedWith(String option) throws IOException {
    CommandResult result =
        CommandResult.of(
            "safety",
            option,
            "--check=best-incumbent",
            "--seeds=1",
            "--jobs=50",
            "--samples=2",
            "--format=json");
    assertThat(result.status()).as(result.err()).isZero();
    return result.json().get("figures").findValuesAsText("baseline");
  }

  @ParameterizedTest
  @CsvSource({
    "--seeds=0, --seeds is 0; it must be at least 1",
    "--jobs=10, --jobs is 10; it must be at least 50",
    "--initial-policy=fcfs, --initial-policy is not allowed here",
    "--check=best, it must be one of best-incumbent",
    "--format=csv, it must be table or json"
  })
  void rejectsWhatItCannotDo(String option, String message) {
    CommandResult result = CommandResult.of("safety", option);

    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains(message);
  }
}
