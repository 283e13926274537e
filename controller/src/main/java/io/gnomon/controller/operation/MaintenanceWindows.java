package io.gnomon.controller.operation;

import io.gnomon.events.EventData;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The times at which changes are applied: the value of {@code guard.maintenance}. Times are epoch
 * seconds of the scheduler's clock. Immutable.
 */
public final class MaintenanceWindows {
  /** No windows: changes are applied at any time. */
  public static final MaintenanceWindows NONE = new MaintenanceWindows(List.of());

  /**
   * The days in which an opening or a closing is searched: more than two weeks, because a window in
   * the hour that is skipped in spring is left out once.
   */
  private static final int DAYS = 16;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("EEE yyyy-MM-dd HH:mm VV", Locale.ROOT);

  private final List<MaintenanceWindow> windows;

  private MaintenanceWindows(List<MaintenanceWindow> windows) {
    this.windows = List.copyOf(windows);
  }

  /**
   * Parses windows separated by semicolons, each {@code [DAYS] HH:MM-HH:MM ZONE}. An empty text
   * means {@link #NONE}.
   *
   * @throws IllegalArgumentException if a window has another form, or an unknown day or zone
   */
  public static MaintenanceWindows parse(String text) {
    return text.isBlank()
        ? NONE
        : new MaintenanceWindows(
            Stream.of(text.split(";", -1))
                .map(window -> MaintenanceWindow.parse(window.strip()))
                .toList());
  }

  /** Whether there are no windows. */
  public boolean isEmpty() {
    return windows.isEmpty();
  }

  /** Whether changes are allowed at a time. */
  public boolean open(long at) {
    return windows.isEmpty()
        || windows.stream().anyMatch(window -> window.holds(shown(window, at)));
  }

  /**
   * The time from which changes are allowed: {@code at} if they are allowed then, otherwise the
   * next opening. If none comes within two weeks, the time after these.
   */
  public long opensAt(long at) {
    return open(at)
        ? at
        : first(at, this::open, at + ChronoUnit.DAYS.getDuration().toSeconds() * DAYS);
  }

  /**
   * The first time after {@code at}, at which changes are allowed, when they no longer are; {@link
   * EventData#NONE} if they are for two weeks.
   */
  public long closesAt(long at) {
    return first(at, time -> !open(time), EventData.NONE);
  }

  /** Says when changes are allowed next. */
  public String describeOpening(long at) {
    long opens = opensAt(at);
    String when =
        windows.stream()
            .filter(window -> window.holds(shown(window, opens)))
            .map(window -> TIME.format(Instant.ofEpochSecond(opens).atZone(window.zone())))
            .findFirst()
            .orElse(Instant.ofEpochSecond(opens).toString());
    return "the next maintenance window opens " + when;
  }

  private long first(long after, LongPredicate which, long otherwise) {
    return windows.stream()
        .flatMapToLong(window -> boundaries(window, after))
        .filter(time -> time > after)
        .sorted()
        .filter(which)
        .findFirst()
        .orElse(otherwise);
  }

  private static LongStream boundaries(MaintenanceWindow window, long after) {
    LocalDate day = shown(window, after).toLocalDate();
    return window.boundaries(day.minusDays(1), day.plusDays(DAYS)).stream()
        .mapToLong(Long::longValue);
  }

  private static LocalDateTime shown(MaintenanceWindow window, long at) {
    return LocalDateTime.ofInstant(Instant.ofEpochSecond(at), window.zone());
  }
}
