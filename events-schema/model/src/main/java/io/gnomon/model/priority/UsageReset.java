package io.gnomon.model.priority;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;

/** When usage is set to 0. Source: Slurm manual, slurm.conf, {@code PriorityUsageResetPeriod}. */
public enum UsageReset {
  /** Never. */
  NONE,
  /** Once, when Slurm starts. */
  NOW,
  /** Each midnight. */
  DAILY,
  /** At midnight before each Sunday. */
  WEEKLY,
  /** On the first day of each month. */
  MONTHLY,
  /** On the first day of January, April, July and October. */
  QUARTERLY,
  /** On the first day of each year. */
  YEARLY;

  /**
   * Time of the first reset after an instant; {@link Long#MAX_VALUE} if there is none.
   *
   * @param seconds seconds since the epoch
   * @param zone the time zone of the cluster, in which days begin
   */
  public long after(long seconds, ZoneId zone) {
    LocalDate day = Instant.ofEpochSecond(seconds).atZone(zone).toLocalDate();
    LocalDate month = day.withDayOfMonth(1);
    LocalDate next =
        switch (this) {
          case NONE, NOW -> LocalDate.MAX;
          case DAILY -> day.plusDays(1);
          case WEEKLY -> day.with(TemporalAdjusters.next(DayOfWeek.SUNDAY));
          case MONTHLY -> month.plusMonths(1);
          case QUARTERLY -> month.plusMonths(3 - (month.getMonthValue() - 1) % 3);
          case YEARLY -> day.withDayOfYear(1).plusYears(1);
        };
    return next.equals(LocalDate.MAX) ? Long.MAX_VALUE : next.atStartOfDay(zone).toEpochSecond();
  }
}
