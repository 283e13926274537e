package io.gnomon.sim.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicyFamily;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpecTest {

  @Test
  void parsesItsOwnTextFormWithSortedKeysAndWithoutDefaults() {
    Spec spec = Spec.parse(" multi-queue( partitions = 4 ,criteria=fixed) ");

    assertThat(spec).hasToString("multi-queue(criteria=fixed, partitions=4)");
    assertThat(Spec.parse("easy()")).isEqualTo(Spec.of("easy"));
    assertThat(spec.with("partitions", 2).without("criteria"))
        .isEqualTo(new Spec("multi-queue", Map.of("partitions", "2")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "Easy | policy name 'Easy'",
        "easy(order) | 'order' is not of the form key=value",
        "easy(a=1 | does not end with ')'",
        "easy(a=1, a=2) | gives 'a' twice",
        "easy(a.=1) | parameter name 'a.'",
        "easy(a=b c) | value of a 'b c'",
        "easy(a=) | value of a ''",
      })
  void reportsWhatIsWrongWithAText(String text, String message) {
    assertThatThrownBy(() -> Spec.parse(text))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "eazy | unknown policy 'eazy'; did you mean 'easy'?",
        "fcfs(order=x) | fcfs has no parameter 'order'",
        "multi-queue(partitions=0) | partitions is '0'; it must be a whole number from 1 to 64",
        "multi-queue(criteria=daily) | criteria is 'daily'; it must be one of weekly, fixed",
      })
  void reportsWhatIsNotAllowed(String text, String message) {
    assertThatThrownBy(() -> Policies.create(text))
        .isInstanceOf(InvalidSpecException.class)
        .hasMessageContaining(message);
  }

  @Test
  void everyFamilyIsFoundAndBuildsItsDefault() {
    assertThat(Policies.families())
        .extracting(PolicyFamily::name)
        .contains("easy", "fcfs", "multi-queue")
        .isSorted();
    for (PolicyFamily family : Policies.families()) {
      Spec spec = Spec.of(family.name());
      assertThat(Policies.create(spec).spec()).isEqualTo(spec);
      assertThat(family.summary()).isNotBlank();
    }
  }
}
