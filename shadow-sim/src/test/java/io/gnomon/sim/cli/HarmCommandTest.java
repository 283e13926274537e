package io.gnomon.sim.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HarmCommandTest {
  @Test
  void printsEveryTrialOfTheLoopOfAFullSearch() throws IOException {
    CommandResult result =
        CommandResult.of("harm", "--seeds=2", "--jobs=50", "--draws=2", "--format=json");

    assertThat(result.status()).as(result.err()).isZero();
    JsonNode report = new ObjectMapper().readTree(result.out());
    assertThat(report.get("seeds").asInt()).isEqualTo(2);
    assertThat(report.get("figures").findValuesAsText("trial"))
        .containsOnly("best-incumbent", "changed-character", "wrong-model");
    assertThat(report.get("figures"))
        .allMatch(figure -> figure.get("ratios").size() == 2 && figure.get("holds").isBoolean());
  }

  @Test
  void oneTrialCanBeMadeAlone() throws IOException {
    CommandResult result =
        CommandResult.of(
            "harm", "--trial=wrong-model", "--seeds=1", "--jobs=50", "--draws=2", "--format=json");

    assertThat(result.status()).as(result.err()).isZero();
    assertThat(new ObjectMapper().readTree(result.out()).get("figures").findValuesAsText("trial"))
        .containsOnly("wrong-model");
  }

  @Test
  void holdsTheLoopAgainstWhatTheSchedulerCanDo() throws IOException {
    assertThat(heldAgainst("--can=suspension"))
        .contains("selective-suspension(factor=2, tuned=true)");
  }

  @Test
  void holdsTheLoopAgainstWhatWasNamedBesideEasyAndFcfs() throws IOException {
    assertThat(heldAgainst("--only=easy(order=shortest)"))
        .isSubsetOf("easy", "easy(order=shortest)", "fcfs");
  }

  private static List<String> heldAgainst(String option) throws IOException {
    CommandResult result =
        CommandResult.of(
            "harm",
            option,
            "--trial=best-incumbent",
            "--seeds=1",
            "--jobs=50",
            "--draws=2",
            "--format=json");
    assertThat(result.status()).as(result.err()).isZero();
    return result.json().get("figures").findValuesAsText("against");
  }

  @ParameterizedTest
  @CsvSource({
    "--seeds=0, --seeds is 0; it must be at least 1",
    "--jobs=10, --jobs is 10; it must be at least 50",
    "--first=fcfs, --first is not for harm",
    "--trial=best, is no trial; there are best-incumbent",
    "--format=csv, --format is csv; it must be table or json here"
  })
  void refusesWhatItCannotDo(String option, String message) {
    CommandResult result = CommandResult.of("harm", option);

    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains(message);
  }
}
