package io.gnomon.bridge.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BackfillStatisticsTest {
  private static final String RECORDED = RecordedSlurm.text("slurm-22.05/sdiag.txt");

  @Test
  void areThoseOfBackfillAndNotOfTheMainScheduler() {
    assertThat(BackfillStatistics.of(RECORDED)).contains(new BackfillStatistics(49, 876, 30));
  }

  /** While a pass runs, sdiag adds a warning to the heading. */
  @Test
  void areReadDuringAPass() {
    String warned =
        RECORDED.replace("Backfilling stats", "Backfilling stats (WARNING: data obtained)");
    assertThat(BackfillStatistics.of(warned)).contains(new BackfillStatistics(49, 876, 30));
  }

  @Test
  void areEmptyBeforeTheFirstPass() {
    String without = RECORDED.replaceAll("(Mean cycle|Depth Mean.*): .*\n", "").replace("49", "0");
    assertThat(without).contains("Total cycles: 0");
    assertThat(BackfillStatistics.of(without)).isEmpty();
    assertThat(BackfillStatistics.of("")).isEmpty();
  }
}
