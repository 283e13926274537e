package io.gnomon.sim.assess.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.assess.figure.Gain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 s",
    "119.4, 119 s",
    "120, 2 min",
    "7199, 120 min",
    "7200, 2.0 h",
    "259199, 72.0 h",
    "259200, 3.0 days"
  })
  void giveTimesInTheUnitThatIsReadEasily(double seconds, String text) {
    assertThat(Words.time(seconds)).isEqualTo(text);
  }

  @Test
  void giveReductionsANegativeSign() {
    assertThat(Words.change(0.481)).isEqualTo("−48 %");
    assertThat(Words.change(-0.02)).isEqualTo("+2 %");
    assertThat(Words.change(0.004)).isEqualTo("0 %");
    assertThat(Words.change(-0.004)).isEqualTo("0 %");
    assertThat(Words.interval(new Gain(0.3, 0.3, 0.3, -0.1, 0.5)))
        .isEqualTo("−30 % (−50 % to +10 %)");
  }

  @Test
  void sayWhetherAFigureFallsOrRises() {
    assertThat(Words.effect("the mean wait", 0.481)).isEqualTo("reduced the mean wait by 48 %");
    assertThat(Words.effect("the mean wait", -0.012)).isEqualTo("raised the mean wait by 1 %");
    assertThat(Words.effect("the mean wait", -0.001)).isEqualTo("left the mean wait as it was");
  }
}
