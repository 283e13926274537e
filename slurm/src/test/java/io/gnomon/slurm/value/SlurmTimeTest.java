package io.gnomon.slurm.value;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlurmTimeTest {
  @ParameterizedTest
  @CsvSource({
    "30,          1800", // minutes
    "10:30,        630",
    "01:00:00,    3600",
    "00:01:30,      90",
    "1-00:00:01, 86401",
    "2-12,      216000",
    "0-1:30,      5400",
    "02:30.123,    150",
  })
  void readsSlurmsForms(String text, long seconds) {
    assertThat(SlurmTime.seconds(text)).hasValue(seconds);
  }

  @Test
  void roundsMinutesUp() {
    assertThat(SlurmTime.minutes("00:10:01")).hasValue(11);
    assertThat(SlurmTime.minutes("1-00:00:00")).hasValue(1440);
    assertThat(SlurmTime.minutes("UNLIMITED")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "NONE", "UNLIMITED", "1:2:3:4", "-1", "1-", "12345678901", "1.5"})
  void otherTextsAreNoTimes(String text) {
    assertThat(SlurmTime.seconds(text)).isEmpty();
  }

  @Test
  void recognizesTheAbsenceOfALimit() {
    assertThat(SlurmTime.isUnlimited("infinite")).isTrue();
    assertThat(SlurmTime.isUnlimited("UNLIMITED")).isTrue();
    assertThat(SlurmTime.isUnlimited("-1")).isTrue();
    assertThat(SlurmTime.isUnlimited("NONE")).isFalse();
  }
}
