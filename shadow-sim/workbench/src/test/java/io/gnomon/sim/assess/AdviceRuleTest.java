package io.gnomon.sim.assess;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.assess.figure.Gain;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdviceRuleTest {
  @ParameterizedTest
  @CsvSource({
    "0.3, 0.3, 0.3, 0.2, ADVISED",
    "0.3, -0.01, 0.2, 0.1, ADVISED", // 1 % longer slowdowns are tolerated
    "0.3, -0.03, 0.2, 0.1, MIXED",
    "0.3, 0.3, 0.3, -0.1, UNCERTAIN",
    "0.04, 0.04, 0.04, 0.03, TOO_SMALL",
    "-0.1, -0.1, -0.1, -0.2, NO_GAIN",
  })
  void advisesGainsThatAreLargeAndCertain(
      double wait, double slowdown, double both, double low, Verdict verdict) {
    Gain gain = new Gain(wait, slowdown, both, low, 0.9);

    assertThat(new AdviceRule(true, 0.05, 0.05).of(gain)).isEqualTo(verdict);
    assertThat(new AdviceRule(false, 0.05, 0.05).of(gain))
        .isEqualTo(verdict == Verdict.ADVISED ? Verdict.NO_ADVICE : verdict);
  }

  @ParameterizedTest
  @CsvSource({"0.25, TOO_SMALL, ADVISED", "0.35, ADVISED, ADVISED", "0.04, TOO_SMALL, TOO_SMALL"})
  void onlyTheFirstChangeMustExceedTheErrorOfTheModel(double both, Verdict first, Verdict further) {
    AdviceRule rule = new AdviceRule(true, 0.3, 0.05);
    Gain gain = new Gain(both, both, both, 0.01, 0.5);

    assertThat(rule.of(gain)).isEqualTo(first);
    assertThat(rule.ofFurther(gain)).isEqualTo(further);
  }
}
