package io.gnomon.sandbox.cluster;

/**
 * What the scheduler of an emulated cluster does that it does not report, so that Gnomon cannot
 * simulate it; for tests.
 *
 * @param runningPerUser most running jobs of a user; a user's other jobs wait without being
 *     considered. 0: no limit
 * @param passSeconds time between the scheduler's passes, which begin at multiples of it; 0: a pass
 *     after each event
 */
public record HiddenRules(int runningPerUser, int passSeconds) {
  /** A cluster that does what it reports. */
  public static final HiddenRules NONE = new HiddenRules(0, 0);

  /** Checks the ranges. */
  public HiddenRules {
    if (runningPerUser < 0 || passSeconds < 0) {
      throw new IllegalArgumentException(
          "a limit of "
              + runningPerUser
              + " running jobs of a user and passes each "
              + passSeconds
              + " s are not allowed: both must be at least 0");
    }
  }
}
