package io.gnomon.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionsTest {
  @ParameterizedTest
  @CsvSource({
    "threshold, treshold, 1", // one deletion
    "period, peroid, 1", // one swap
    "easy, easyy, 1",
    "mode, node, 1",
    "abc, '', 3",
  })
  void countsMistakes(String one, String other, int distance) {
    assertThat(Suggestions.distance(one, other)).isEqualTo(distance);
    assertThat(Suggestions.distance(other, one)).isEqualTo(distance);
  }

  @Test
  void suggestsTheClosestWordUnlessItIsFar() {
    List<String> known = List.of("tuning.period", "tuning.threshold", "guard.dwell");

    assertThat(Suggestions.closest("tuning.treshold", known)).contains("tuning.threshold");
    assertThat(Suggestions.closest("alert.slack", known)).isEmpty();
    assertThat(Suggestions.didYouMean("tuning.peroid", known))
        .isEqualTo(" Did you mean 'tuning.period'?");
    assertThat(Suggestions.didYouMean("x", known)).isEmpty();
  }
}
