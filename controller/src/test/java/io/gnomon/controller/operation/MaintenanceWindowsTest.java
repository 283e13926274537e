package io.gnomon.controller.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gnomon.events.EventData;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class MaintenanceWindowsTest {
  private static long utc(String time) {
    return Instant.parse(time).getEpochSecond();
  }

  /** In Berlin, 28 November 2026 is a Saturday, and clocks are an hour ahead of UTC. */
  @Test
  void aWindowOpensAndClosesByTheClocksOfItsZone() {
    MaintenanceWindows windows = MaintenanceWindows.parse("Sat 02:00-06:00 Europe/Berlin");

    assertThat(windows.open(utc("2026-11-28T00:59:59Z"))).isFalse();
    assertThat(windows.open(utc("2026-11-28T01:00:00Z"))).isTrue();
    assertThat(windows.open(utc("2026-11-28T04:59:59Z"))).isTrue();
    assertThat(windows.open(utc("2026-11-28T05:00:00Z"))).isFalse();
    assertThat(windows.opensAt(utc("2026-11-27T12:00:00Z"))).isEqualTo(utc("2026-11-28T01:00:00Z"));
    assertThat(windows.closesAt(utc("2026-11-28T03:00:00Z")))
        .isEqualTo(utc("2026-11-28T05:00:00Z"));
    assertThat(windows.opensAt(utc("2026-11-28T05:00:00Z"))).isEqualTo(utc("2026-12-05T01:00:00Z"));
    assertThat(windows.describeOpening(utc("2026-11-27T12:00:00Z")))
        .isEqualTo("the next maintenance window opens Sat 2026-11-28 02:00 Europe/Berlin");
  }

  @Test
  void aWindowOverMidnightBelongsToTheDayOnWhichItBegins() {
    MaintenanceWindows windows = MaintenanceWindows.parse("Fri 22:00-02:00 UTC");

    assertThat(windows.open(utc("2026-11-27T22:00:00Z"))).isTrue();
    assertThat(windows.open(utc("2026-11-28T01:59:59Z"))).isTrue();
    assertThat(windows.open(utc("2026-11-27T01:00:00Z"))).isFalse();
    assertThat(windows.closesAt(utc("2026-11-27T23:00:00Z")))
        .isEqualTo(utc("2026-11-28T02:00:00Z"));
  }

  @Test
  void windowsThatTouchAreOne() {
    MaintenanceWindows windows =
        MaintenanceWindows.parse("Sat-Sun 00:00-24:00 UTC; Mon 00:00-04:00 UTC");

    assertThat(windows.closesAt(utc("2026-11-28T12:00:00Z")))
        .isEqualTo(utc("2026-11-30T04:00:00Z"));
    assertThat(MaintenanceWindows.parse("00:00-24:00 UTC").closesAt(0)).isEqualTo(EventData.NONE);
  }

  @Test
  void withoutWindowsChangesAreAllowedAtAnyTime() {
    assertThat(MaintenanceWindows.parse(" ")).isSameAs(MaintenanceWindows.NONE);
    assertThat(MaintenanceWindows.NONE.open(5)).isTrue();
    assertThat(MaintenanceWindows.NONE.opensAt(5)).isEqualTo(5);
    assertThat(MaintenanceWindows.NONE.closesAt(5)).isEqualTo(EventData.NONE);
  }

  /** In Berlin, the hour from two o'clock does not exist on 28 March 2027. */
  @Test
  void aWindowInTheSkippedHourIsLeftOut() {
    MaintenanceWindows windows = MaintenanceWindows.parse("Sun 02:00-03:00 Europe/Berlin");

    assertThat(windows.opensAt(utc("2027-03-22T00:00:00Z"))).isEqualTo(utc("2027-04-04T00:00:00Z"));
  }

  /** In Berlin, the hour from two o'clock comes twice on 25 October 2026, from midnight UTC on. */
  @Test
  void aWindowInTheRepeatedHourOpensTwice() {
    MaintenanceWindows windows = MaintenanceWindows.parse("Sun 02:15-02:45 Europe/Berlin");

    assertThat(windows.opensAt(utc("2026-10-24T12:00:00Z"))).isEqualTo(utc("2026-10-25T00:15:00Z"));
    assertThat(windows.opensAt(utc("2026-10-25T00:45:00Z"))).isEqualTo(utc("2026-10-25T01:15:00Z"));
    assertThat(windows.closesAt(utc("2026-10-25T01:20:00Z")))
        .isEqualTo(utc("2026-10-25T01:45:00Z"));
  }

  @Test
  void anInvalidWindowIsRejectedWithItsText() {
    assertThatThrownBy(() -> MaintenanceWindows.parse("Sat 2-6 UTC"))
        .hasMessage("'Sat 2-6 UTC' is not [DAYS] HH:MM-HH:MM ZONE");
    assertThatThrownBy(() -> MaintenanceWindows.parse("Sam 02:00-06:00 UTC"))
        .hasMessageContaining("'Sam' is not a day: one of Mon");
    assertThatThrownBy(() -> MaintenanceWindows.parse("02:00-06:00 Europe/Berlim"))
        .hasMessageContaining("Did you mean 'Europe/Berlin'?");
    assertThatThrownBy(() -> MaintenanceWindows.parse("02:00-26:00 UTC"))
        .hasMessage("'26:00' is not a time from 00:00 to 24:00");
  }
}
