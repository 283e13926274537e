package io.gnomon.bridge.slurm.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConstraintTest {
  private final List<String> notes = new ArrayList<>();

  @ParameterizedTest
  @CsvSource({
    "ib, ib",
    "ib&gpu|big, ib&gpu|big",
    "(ib|opa)&gpu, (ib|opa)&gpu",
    "ib & gpu, ib&gpu",
    "'ib,gpu', ib&gpu"
  })
  void whatEventsHaveTooStays(String printed, String features) {
    assertThat(Constraint.of(printed, notes)).isEqualTo(features);
    assertThat(notes).isEmpty();
  }

  @Test
  void alternativesOfWhichAllNodesMustHaveTheSameAreAlternativesOfEachNode() {
    assertThat(Constraint.of("[ib|opa]", notes)).isEqualTo("(ib|opa)");
    assertThat(Constraint.of("gpu&[r1|r2]", notes)).isEqualTo("gpu&(r1|r2)");
    assertThat(notes).hasSize(2).allMatch(note -> note.contains("[a|b]"));
  }

  @Test
  void numbersOfNodesAreLeftOut() {
    assertThat(Constraint.of("[ib*2&gpu*4]", notes)).isNull();
    assertThat(notes).singleElement().asString().contains("a*2&b*4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"&", "a&", "a||b", "(a", "a)", "()", "(a)(b)", "a(b)", "[", "a&(|b)"})
  void whatHasNoMeaningIsLeftOut(String printed) {
    assertThat(Constraint.of(printed, notes)).isNull();
    assertThat(notes).isNotEmpty();
  }

  @Test
  void longAndDeepConstraintsAreLeftOut() {
    assertThat(Constraint.of("a" + "&a".repeat(199), notes)).isNotNull();
    assertThat(notes).isEmpty();
    assertThat(Constraint.of("a" + "&a".repeat(200), notes)).isNull();
    assertThat(Constraint.of("(".repeat(21) + "a" + ")".repeat(21), notes)).isNull();
    assertThat(Constraint.of("", notes)).isNull();
    assertThat(notes).hasSize(2);
  }
}
