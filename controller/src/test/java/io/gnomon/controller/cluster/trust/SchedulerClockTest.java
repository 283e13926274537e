package io.gnomon.controller.cluster.trust;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.events.EventData;
import org.junit.jupiter.api.Test;

/** The limit on a scheduler's clock, by hand. */
class SchedulerClockTest {
  private static final long HOUR = 3600;
  private static final long DAY = 24 * HOUR;
  private static final long ALLOWANCE = 600;

  private final SchedulerClock clock = new SchedulerClock();

  private void accept(long at, long timestampSeconds) {
    clock.accept(at, 1000 * timestampSeconds);
  }

  private long latest(long timestampSeconds, long now) {
    return clock.latest(1000 * timestampSeconds, now);
  }

  /** The scheduler is 500 s ahead of the records; after an hour it is known to run in real time. */
  @Test
  void aClockInRealTimeMayBeTenMinutesAheadOfItsLead() {
    accept(1_000_500, 1_000_000);
    assertThat(latest(1_000_010, 1_000_500)).isEqualTo(1_000_510 + SchedulerClock.MAX_ADVANCE - 10);
    accept(1_000_500 + HOUR, 1_000_000 + HOUR);

    // two days later, after a pause
    long timestamp = 1_000_000 + HOUR + 2 * DAY;
    assertThat(latest(timestamp, 1_000_500 + HOUR)).isEqualTo(timestamp + 500 + ALLOWANCE);
    // a backlog of the pause, published at once, and a new event after it
    accept(1_000_600 + HOUR, timestamp);
    accept(1_000_500 + HOUR + DAY, timestamp);
    assertThat(latest(timestamp, 1_000_500 + HOUR + DAY)).isEqualTo(timestamp + 500 + ALLOWANCE);
  }

  /**
   * A hundred times real time: within an hour of records the lead grows by 99 hours. Four times
   * this growth in the half hour is 4 · 99 · 0.5 h = 198 h.
   */
  @Test
  void theLeadOfAnEmulationMayGrowFourTimesAsFastAsBefore() {
    accept(0, 1_000_000);
    accept(100 * HOUR, 1_000_000 + HOUR);
    assertThat(latest(1_000_000 + HOUR, 100 * HOUR)).isEqualTo(100 * HOUR + 198 * HOUR);
    // a minute later: 1 min of the record's time and 4 · 99 min more
    assertThat(latest(1_000_060 + HOUR, 100 * HOUR)).isEqualTo(298 * HOUR + 60 + 4 * 99 * 60);
    // after an hour without progress the growth counts half: 4 · 49.5 · (0.5 h + 1 h) = 297 h
    accept(100 * HOUR + 1, 1_000_000 + 2 * HOUR);
    assertThat(latest(1_000_000 + 2 * HOUR, 100 * HOUR + 1)).isEqualTo(101 * HOUR + 297 * HOUR);
  }

  @Test
  void aRecordWithoutATimestampIsLimitedToTenYears() {
    accept(1_000_500, 1_000_000);
    clock.accept(1_000_600, EventData.NONE);
    assertThat(clock.latest(EventData.NONE, 1_000_600))
        .isEqualTo(1_000_600 + SchedulerClock.MAX_ADVANCE);
  }

  @Test
  void anObjectionNamesTheTimeAndTheLimit() {
    accept(1000, 1000);
    accept(1000 + HOUR, 1000 + HOUR);
    long now = 1000 + HOUR;
    assertThat(clock.objection(999, 1000 * now, now)).contains("999", "3601 s before", "4600");
    assertThat(clock.objection(now + ALLOWANCE, 1000 * now, now)).isNull();
    assertThat(clock.objection(now + ALLOWANCE + 1, 1000 * now, now))
        .contains("601 s after the cluster's clock 4600", "at most " + (now + ALLOWANCE));
  }

  @Test
  void aRecordWithAnOldTimestampDoesNotWidenTheLimit() {
    accept(1_000_500, 1_000_000);
    accept(1_000_600 + HOUR, 1_000_100 + HOUR);
    accept(1_000_700 + HOUR, 0);
    // it counts as the latest timestamp, 1,000,100: the lead is 600 s
    assertThat(latest(1_000_200 + HOUR, 1_000_700 + HOUR)).isEqualTo(1_000_800 + HOUR + ALLOWANCE);
  }

  /** An attacker who moves the clock again and again does not get ten years each time. */
  @Test
  void aClockThatWasMovedKeepsItsMeasurements() {
    accept(1_000_000, 1_000_000);
    accept(1_000_000 + HOUR, 1_000_000 + HOUR);
    long now = 1_000_000 + HOUR + 60;
    clock.announce(now - HOUR, 1000 * now);
    assertThat(clock.confirms(now - HOUR)).isTrue();
    assertThat(clock.move()).isEqualTo(now - HOUR);
    assertThat(latest(now, now - HOUR)).isEqualTo(now - HOUR + ALLOWANCE);

    // moved six hours forward within an hour: four times that in half an hour
    clock.announce(now + 5 * HOUR, 1000 * now);
    assertThat(clock.move()).isEqualTo(now + 5 * HOUR);
    assertThat(latest(now, now + 5 * HOUR)).isEqualTo(now + 5 * HOUR + 12 * HOUR);
  }
}
