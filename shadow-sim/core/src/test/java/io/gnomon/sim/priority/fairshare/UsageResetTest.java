package io.gnomon.sim.priority.fairshare;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.model.priority.UsageReset;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsageResetTest {
  /** The instant is Friday 29 March 2024, 00:30 in Berlin, two days before summer time. */
  @ParameterizedTest
  @CsvSource({
    "DAILY, 2024-03-29T23:00:00Z",
    "WEEKLY, 2024-03-30T23:00:00Z",
    "MONTHLY, 2024-03-31T22:00:00Z",
    "QUARTERLY, 2024-03-31T22:00:00Z",
    "YEARLY, 2024-12-31T23:00:00Z",
  })
  void resetsAtMidnightInTheZoneOfTheCluster(UsageReset reset, Instant expected) {
    Instant now = Instant.parse("2024-03-28T23:30:00Z");

    assertThat(reset.after(now.getEpochSecond(), ZoneId.of("Europe/Berlin")))
        .isEqualTo(expected.getEpochSecond());
    assertThat(UsageReset.NONE.after(0, ZoneId.of("UTC"))).isEqualTo(Long.MAX_VALUE);
  }
}
