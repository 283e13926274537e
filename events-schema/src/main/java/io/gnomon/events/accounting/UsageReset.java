package io.gnomon.events.accounting;

import io.gnomon.events.WireEnum;

/** When usage is set to 0, as Slurm's {@code PriorityUsageResetPeriod}. */
public enum UsageReset implements WireEnum {
  /** Never. */
  NONE,
  /** Once, when the scheduler starts. */
  NOW,
  /** Each midnight. */
  DAILY,
  /** At midnight before each Sunday. */
  WEEKLY,
  /** On the first day of each month. */
  MONTHLY,
  /** On the first day of each quarter. */
  QUARTERLY,
  /** On the first day of each year. */
  YEARLY
}
