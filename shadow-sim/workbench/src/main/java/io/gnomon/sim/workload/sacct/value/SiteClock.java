package io.gnomon.sim.workload.sacct.value;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Instants of the times that {@code sacct} prints: local ones such as {@code 2026-10-25T02:30:00},
 * seconds since 1970 ({@code SLURM_TIME_FORMAT=%s}), or local times with an offset. Not
 * thread-safe; O(1) for each time, memory O(days).
 */
public final class SiteClock {
  private static final int SECONDS_PER_DAY = 86_400;
  private static final int LENGTH = 19; // of 2026-10-25T02:30:00
  private static final int MOST_DAYS = 20_000;
  private static final long EARLIEST = 946_684_800; // 2000-01-01: Slurm did not exist
  private static final Set<String> ABSENT = Set.of("", "UNKNOWN", "NONE", "N/A", "0");
  private static final DateTimeFormatter WITH_OFFSET =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss[XXX][XX]", Locale.ROOT);

  /**
   * An instant, in epoch seconds.
   *
   * @param earlier the first possibility
   * @param later the last one; it differs in the hour that daylight saving repeats
   * @param skipped whether the zone skips the local time
   */
  public record Reading(long earlier, long later, boolean skipped) {
    /** Whether there are two possibilities. */
    public boolean isAmbiguous() {
      return earlier != later;
    }

    /** The first possibility that is not before {@code time}, or else the last one. */
    public long notBefore(long time) {
      return earlier >= time ? earlier : later;
    }

    /** The possibility that is closer to {@code time}. */
    public long closestTo(long time) {
      return Math.abs(earlier - time) <= Math.abs(later - time) ? earlier : later;
    }
  }

  private final ZoneRules rules;
  // seconds to add to local times of a day; null for a day on which that changes
  private final Map<Long, Optional<Integer>> correctionOfDay = new HashMap<>();

  /** A clock of a zone. */
  public SiteClock(ZoneId zone) {
    rules = zone.getRules();
  }

  /**
   * Reads a time; null if there is none.
   *
   * @throws DateTimeException if the text is not a time
   */
  public @Nullable Reading read(String text) {
    if (text.length() == LENGTH && text.charAt(4) == '-') {
      return local(text);
    }
    if (ABSENT.contains(text.toUpperCase(Locale.ROOT))) {
      return null;
    }
    return known(text.indexOf('-') > 0 ? withOffset(text) : seconds(text));
  }

  private static @Nullable Reading known(long second) {
    return second < EARLIEST ? null : new Reading(second, second, false);
  }

  private static long withOffset(String text) {
    try {
      return OffsetDateTime.parse(text, WITH_OFFSET).toEpochSecond();
    } catch (DateTimeParseException wrong) {
      throw new DateTimeException(text, wrong);
    }
  }

  private static long seconds(String text) {
    if (text.length() > 11 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new DateTimeException(text);
    }
    return Long.parseLong(text);
  }

  private @Nullable Reading local(String text) {
    if (text.charAt(7) != '-' || text.charAt(10) != 'T') {
      throw new DateTimeException(text);
    }
    LocalDate date = LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10));
    LocalTime time = LocalTime.of(number(text, 11, 13), number(text, 14, 16), number(text, 17, 19));
    long day = date.toEpochDay();
    if (correctionOfDay.size() > MOST_DAYS) {
      correctionOfDay.clear();
    }
    Optional<Integer> correction = correctionOfDay.computeIfAbsent(day, this::correction);
    if (correction.isEmpty()) {
      return onDayOfChange(date.atTime(time));
    }
    return known(day * SECONDS_PER_DAY + time.toSecondOfDay() + correction.get());
  }

  private Optional<Integer> correction(long day) {
    LocalDateTime midnight = LocalDate.ofEpochDay(day).atStartOfDay();
    ZoneOffset offset = rules.getOffset(midnight);
    ZoneOffsetTransition change = rules.nextTransition(midnight.minusHours(12).toInstant(offset));
    boolean constant =
        change == null || change.toEpochSecond() > midnight.plusHours(36).toEpochSecond(offset);
    return constant ? Optional.of(-offset.getTotalSeconds()) : Optional.empty();
  }

  private @Nullable Reading onDayOfChange(LocalDateTime time) {
    List<ZoneOffset> offsets = rules.getValidOffsets(time);
    if (offsets.isEmpty()) {
      // the clock was not set forward: read with the offset before
      long second = time.toEpochSecond(rules.getTransition(time).getOffsetBefore());
      return new Reading(second, second, true);
    }
    return new Reading(
        time.toEpochSecond(offsets.get(0)),
        time.toEpochSecond(offsets.get(offsets.size() - 1)),
        false);
  }

  private static int number(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        throw new DateTimeException(text);
      }
      number = 10 * number + digit;
    }
    return number;
  }
}
