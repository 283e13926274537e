package io.gnomon.slurm.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AmountTest {
  @ParameterizedTest
  @CsvSource({
    "2800,           2800", // without a unit, MiB
    "187000M,      187000",
    "262.50G,      268800",
    "500g,         512000",
    "1T,          1048576",
    "1025K,             2", // rounded up
    "999999999999999999E, 1125899906842624", // at most 2^50
  })
  void readsMemory(String text, long mebibytes) {
    assertThat(Amount.parse(text).mebibytes()).isEqualTo(mebibytes);
  }

  /** Slurm prints 1,034 MiB as 1.01G, which is 1,034.24 MiB. */
  @Test
  void printedMemoryIsRoundedToTheNearest() {
    assertThat(Amount.parse("1.01G").nearestMebibytes()).isEqualTo(1034);
    assertThat(Amount.parse("1.01G").mebibytes()).isEqualTo(1035);
    assertThat(Amount.parse("1025K").nearestMebibytes()).isEqualTo(1);
  }

  @Test
  void readsCountsWhoseUnitsHaveABase() {
    assertThat(Amount.parse("1.5K").count(1000)).isEqualTo(1500);
    assertThat(Amount.parse("1.5K").count(1024)).isEqualTo(1536);
    assertThat(Amount.parse("12").count(1024)).isEqualTo(12);
    assertThat(Amount.parse("2.1").count(1024)).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "M", "1.G", "1X", "12 G"})
  void otherTextsAreNoAmounts(String text) {
    assertThatThrownBy(() -> Amount.parse(text))
        .hasMessage("'" + text + "' is not an amount such as 12 or 1.50G");
  }

  @Test
  void requestedMemoryIsOfNodesCpusOrTheJob() {
    assertThat(RequestedMemory.parse("4Gn"))
        .isEqualTo(new RequestedMemory(4096, RequestedMemory.Per.NODE));
    assertThat(RequestedMemory.parse("2000Mc"))
        .isEqualTo(new RequestedMemory(2000, RequestedMemory.Per.CPU));
    assertThat(RequestedMemory.parse("4G"))
        .isEqualTo(new RequestedMemory(4096, RequestedMemory.Per.JOB));
  }
}
