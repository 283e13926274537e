package io.gnomon.sim.assess.figure;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.workload.JobLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlocksTest {
  private static final int HOUR = 3600;
  private static final int DAY = 24 * HOUR;

  private static Blocks until(int last) {
    return Blocks.of(JobLog.builder().job(1, 0, 100, 100, 1).job(2, last, 100, 100, 1).build());
  }

  @ParameterizedTest
  @CsvSource({
    "273, weeks, 40", // submissions at the beginning of 40 weeks
    "272, days, 273",
    "39, days, 40",
    "38, 6-hour periods, 153",
    "7, hours, 169",
    "1, hours, 25"
  })
  void areAsLongAsFortyOfThemAllow(int days, String words, int count) {
    Blocks blocks = until(days * DAY);

    assertThat(blocks.words()).isEqualTo(words);
    assertThat(blocks.count()).isEqualTo(count);
  }

  @Test
  void sufficeForAdviceFromSixDaysAndAHalf() {
    // the 156th hour is the last one of six days and a half
    assertThat(until(155 * HOUR - 1).suffice()).isFalse();
    assertThat(until(155 * HOUR).suffice()).isTrue();
    assertThat(until(7 * DAY).suffice()).isTrue();
    assertThat(until(400 * DAY).suffice()).isTrue();
  }

  @Test
  void countFromTheFirstSubmission() {
    Blocks blocks =
        Blocks.of(
            JobLog.builder()
                .job(1, 5 * HOUR + 10, 100, 100, 1)
                .job(2, 7 * HOUR, 100, 100, 1)
                .build());

    assertThat(blocks).isEqualTo(new Blocks(HOUR, 5, 3));
    assertThat(blocks.of(7 * HOUR - 1)).isEqualTo(1);
  }
}
