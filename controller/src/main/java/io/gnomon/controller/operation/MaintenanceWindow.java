package io.gnomon.controller.operation;

import io.gnomon.text.Suggestions;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A time of the week at which changes are allowed. It is open while the clocks of its zone show a
 * time in it: in the hour that is skipped in spring never, in the hour that is repeated in autumn
 * twice.
 *
 * @param days the days on which it begins, at least one
 * @param from the first minute
 * @param to the first minute after it; on the next day unless it is later than {@code from}
 * @param zone the zone of these clocks
 */
record MaintenanceWindow(Set<DayOfWeek> days, LocalTime from, LocalTime to, ZoneId zone) {
  private static final Pattern FORM =
      Pattern.compile("(?:(\\S+)\\s+)?(\\d{2}:\\d{2})-(\\d{2}:\\d{2})\\s+(\\S+)");
  private static final List<String> NAMES =
      List.of("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun");

  MaintenanceWindow {
    days = Set.copyOf(days);
  }

  /**
   * Parses {@code [DAYS] HH:MM-HH:MM ZONE}, such as {@code Mon-Fri,Sun 22:00-04:00 Europe/Berlin}.
   *
   * @throws IllegalArgumentException if the text has another form, or an unknown day or zone
   */
  static MaintenanceWindow parse(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not [DAYS] HH:MM-HH:MM ZONE");
    }
    String days = parts.group(1);
    return new MaintenanceWindow(
        days == null ? EnumSet.allOf(DayOfWeek.class) : days(days),
        time(parts.group(2)),
        time(parts.group(3)),
        zone(parts.group(4)));
  }

  private static LocalTime time(String text) {
    try {
      return text.equals("24:00") ? LocalTime.MIDNIGHT : LocalTime.parse(text);
    } catch (DateTimeParseException invalid) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a time from 00:00 to 24:00", invalid);
    }
  }

  private static ZoneId zone(String text) {
    Set<String> known = ZoneId.getAvailableZoneIds();
    if (!known.contains(text)) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a time zone." + Suggestions.didYouMean(text, known));
    }
    return ZoneId.of(text);
  }

  private static Set<DayOfWeek> days(String text) {
    Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
    for (String part : text.split(",", -1)) {
      int dash = part.indexOf('-');
      DayOfWeek last = day(part.substring(dash + 1));
      DayOfWeek next = dash < 0 ? last : day(part.substring(0, dash));
      days.add(last);
      for (; next != last; next = next.plus(1)) {
        days.add(next);
      }
    }
    return days;
  }

  private static DayOfWeek day(String name) {
    int index = NAMES.indexOf(name);
    if (index < 0) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "'%s' is not a day: one of %s", name, String.join(", ", NAMES)));
    }
    return DayOfWeek.of(index + 1);
  }

  /** Whether it is open when the clocks of its zone show this time. */
  boolean holds(LocalDateTime shown) {
    LocalTime time = shown.toLocalTime();
    boolean today = days.contains(shown.getDayOfWeek());
    if (from.isBefore(to)) {
      return today && !time.isBefore(from) && time.isBefore(to);
    }
    return today && !time.isBefore(from)
        || days.contains(shown.getDayOfWeek().minus(1)) && time.isBefore(to);
  }

  /**
   * The times of some days at which it may open or close, in epoch seconds and any order: those
   * that it names, and changes of the zone's clocks.
   */
  List<Long> boundaries(LocalDate first, LocalDate last) {
    List<Long> seconds = new ArrayList<>();
    for (LocalDate day = first; !day.isAfter(last); day = day.plusDays(1)) {
      for (LocalTime time : List.of(from, to)) {
        LocalDateTime shown = day.atTime(time);
        zone.getRules()
            .getValidOffsets(shown)
            .forEach(offset -> seconds.add(shown.toEpochSecond(offset)));
      }
    }
    var begin = first.atStartOfDay(zone).toInstant();
    var end = last.plusDays(1).atStartOfDay(zone).toInstant();
    for (var change = zone.getRules().nextTransition(begin);
        change != null && change.getInstant().isBefore(end);
        change = zone.getRules().nextTransition(change.getInstant())) {
      seconds.add(change.toEpochSecond());
    }
    return seconds;
  }
}
