package io.gnomon.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
  @ParameterizedTest
  @CsvSource({
    "500ms, PT0.5S",
    "90s, PT1M30S",
    "5m, PT5M",
    "3h, PT3H",
    "1d, PT24H",
    "2w, PT336H",
    "30, PT30S",
    "0, PT0S",
  })
  void parsesANumberWithAUnit(String text, Duration expected) {
    assertThat(Durations.parse(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "s", "-1s", "1.5h", "5min", "1 h", "5M", "1h30m", "1234567890s"})
  void rejectsAnythingElseAndSaysWhatIsAllowed(String text) {
    assertThatThrownBy(() -> Durations.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("'" + text + "'", "ms, s, m, h, d or w", "90s");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0s",
    "1, 1s",
    "90, 90s",
    "300, 5m",
    "5400, 90m",
    "10800, 3h",
    "86400, 1d",
    "1209600, 2w",
  })
  void printsInTheLargestUnitThatDivides(int seconds, String expected) {
    assertThat(Durations.printSeconds(seconds)).isEqualTo(expected);
    assertThat(Durations.print(Duration.ofMillis(1500))).isEqualTo("1500ms");
  }

  @Test
  void wholeSecondsHaveNoFractionAndFitAnInt() {
    assertThat(Durations.parseSeconds("2000ms")).isEqualTo(2);
    assertThatThrownBy(() -> Durations.parseSeconds("500ms")).hasMessageContaining("whole seconds");
    assertThatThrownBy(() -> Durations.parseSeconds("999999999w"))
        .hasMessageContaining("2147483647s");
  }

  @Property
  void whatIsPrintedParsesBack(@ForAll @IntRange(min = 0, max = 999_999_999) int millis) {
    assertThat(Durations.parse(Durations.print(Duration.ofMillis(millis))))
        .isEqualTo(Duration.ofMillis(millis));
  }
}
