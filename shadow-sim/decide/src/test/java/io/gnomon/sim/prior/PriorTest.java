package io.gnomon.sim.prior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.sim.search.PolicyLibrary;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.WaitRatios;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PriorTest {
  private static final String TEXT =
      """
      {"source": "test", "workloads": ["a \\"b\\"", "c"],
       "policies": [{"policy": "easy", "cost": [1, 0.5],
         "worstCategory": [1, 2e-1], "longestWait": [1, 3]}]}
      """;

  @Test
  void aFileIsRead() {
    Prior prior = Prior.parse(TEXT);

    assertThat(prior.source()).isEqualTo("test");
    assertThat(prior.workloads()).containsExactly("a \"b\"", "c");
    assertThat(prior.of(Spec.of("easy")))
        .containsExactly(
            new Prior.Result(1, new WaitRatios(1, 1)),
            new Prior.Result(0.5, new WaitRatios(0.2, 3)));
    assertThat(prior.of(Spec.of("fcfs"))).isEmpty();
  }

  @Test
  void theShippedPriorKnowsTheLibraryAndWhereItComesFrom() {
    Prior shipped = Prior.shipped();

    assertThat(shipped.results().keySet())
        .containsExactlyInAnyOrderElementsOf(PolicyLibrary.quick(PolicyLibrary.none()));
    assertThat(shipped.workloads()).hasSizeGreaterThan(5);
    assertThat(shipped.source()).contains("commit");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0.5]| 0.5| line 3 of the prior has ':' where , must stand",
        "[1, 0.5]| [1]| cost, worstCategory and longestWait of easy have 1, 2 and 2 numbers",
        "[1, 0.5]| [1, -3]| a cost of -3.0",
        "0.5| x| line 2 of the prior has 'x' where a number",
        "\"easy\"| 7| policy is '7.0'; it must be a string",
        "\"easy\"| \"eazy\"| eazy",
        "[1, 3]}]}| [1, 3]}]| line 4 of the prior has 'the end' where , must stand",
        "[1, 3]}]}| [1, 3]}]} 5| has '5' where the end must stand"
      })
  void anErrorNamesThePlaceAndWhatIsAllowed(String from, String to, String message) {
    String wrong = TEXT.replace(from, to);

    assertThat(wrong).isNotEqualTo(TEXT);
    assertThatThrownBy(() -> Prior.parse(wrong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aDeeplyNestedTextIsRefusedWithoutReadingItToTheEnd() {
    String deep = "{\"a\":\n" + "[".repeat(200_000);

    assertThatThrownBy(() -> Prior.parse(deep))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "line 2 of the prior has more than 4 arrays and objects in each other");
  }
}
