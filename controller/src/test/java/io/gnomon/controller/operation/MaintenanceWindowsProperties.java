package io.gnomon.controller.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Windows compared with a plain version that asks the zone's clock minute by minute. */
class MaintenanceWindowsProperties {
  private static final int MINUTE = 60;
  private static final int TWO_WEEKS = 14 * 24 * 60;

  /** Minutes of a day, and the zone; {@code to} may be before {@code from}. */
  record Drawn(DayOfWeek day, int from, int to, String zone) {
    String text() {
      return "%s %s-%s %s".formatted(name(), time(from), time(to), zone);
    }

    private String name() {
      return day.name().charAt(0) + day.name().substring(1, 3).toLowerCase(Locale.ROOT);
    }

    private static String time(int minute) {
      return "%02d:%02d".formatted(minute / 60, minute % 60);
    }

    boolean open(long at) {
      ZonedDateTime shown = Instant.ofEpochSecond(at).atZone(ZoneId.of(zone));
      int minute = shown.getHour() * 60 + shown.getMinute();
      boolean begun = minute >= from;
      boolean ended = minute >= to;
      if (from < to) {
        return shown.getDayOfWeek() == day && begun && !ended;
      }
      return shown.getDayOfWeek() == day && begun || shown.getDayOfWeek() == day.plus(1) && !ended;
    }
  }

  @Provide
  Arbitrary<Drawn> windows() {
    // quarters of an hour around the changes of clocks, at a half-hour zone too
    Arbitrary<Integer> minutes = Arbitraries.integers().between(0, 23).map(quarter -> 15 * quarter);
    return Combinators.combine(
            Arbitraries.of(DayOfWeek.SATURDAY, DayOfWeek.SUNDAY, DayOfWeek.MONDAY),
            minutes,
            minutes,
            Arbitraries.of("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"))
        .as(Drawn::new);
  }

  /** Times within two weeks of a change of clocks in one of the zones, at whole minutes. */
  @Provide
  Arbitrary<Long> times() {
    return Combinators.combine(
            Arbitraries.of(
                    "2026-10-25T01:00:00Z",
                    "2027-03-28T01:00:00Z",
                    "2026-11-01T06:00:00Z",
                    "2027-03-14T07:00:00Z",
                    "2026-10-03T15:30:00Z",
                    "2027-04-03T15:00:00Z")
                .map(text -> Instant.parse(text).getEpochSecond()),
            Arbitraries.integers().between(-10_000, 3_000))
        .as((change, minutes) -> change + (long) MINUTE * minutes);
  }

  @Property(tries = 200, seed = "1")
  void openingAndClosingAreTheNextMinutesAtWhichThePlainVersionChanges(
      @ForAll("windows") Drawn one, @ForAll("windows") Drawn other, @ForAll("times") long at) {
    List<Drawn> drawn = List.of(one, other);
    MaintenanceWindows windows = MaintenanceWindows.parse(one.text() + "; " + other.text());

    assertThat(windows.open(at)).isEqualTo(open(drawn, at));
    long opens = plainly(drawn, at, true);
    if (opens >= 0) {
      assertThat(windows.opensAt(at)).isEqualTo(opens);
    }
    if (windows.open(at)) {
      assertThat(windows.closesAt(at)).isEqualTo(plainly(drawn, at, false));
    }
  }

  private static boolean open(List<Drawn> windows, long at) {
    return windows.stream().anyMatch(window -> window.open(at));
  }

  private static long plainly(List<Drawn> windows, long at, boolean opening) {
    for (int minute = 0; minute < TWO_WEEKS; minute++) {
      long time = at + (long) MINUTE * minute;
      if (open(windows, time) == opening) {
        return time;
      }
    }
    return -1;
  }
}
