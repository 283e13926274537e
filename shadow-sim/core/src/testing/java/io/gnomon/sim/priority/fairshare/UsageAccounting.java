package io.gnomon.sim.priority.fairshare;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The plain version of how running jobs count for their associations. A recalculation decays
 * all usage and then charges every running job for the time since the previous one; the end of a
 * job charges the rest at once. Charged time is decayed by its own length. Not thread-safe; holds
 * one entry per running job.
 *
 * <p>Source: Slurm manual, slurm.conf, {@code PriorityCalcPeriod} and {@code
 * PriorityDecayHalfLife}.
 */
public final class UsageAccounting {
  private record Running(int association, double rate, long startSeconds) {}

  private final DecayedUsage usage;
  private final Map<Long, Running> running = new LinkedHashMap<>();
  private long recalculatedSeconds;

  /**
   * Creates an accounting without running jobs.
   *
   * @param usage the usage that it charges
   * @param nowSeconds time up to which that usage is decayed
   */
  public UsageAccounting(DecayedUsage usage, long nowSeconds) {
    this.usage = usage;
    recalculatedSeconds = nowSeconds;
  }

  /** Time of the last recalculation. */
  public long recalculatedSeconds() {
    return recalculatedSeconds;
  }

  /**
   * Adds a job that starts.
   *
   * @param tresPerSecond the job's weighted TRES times the {@code UsageFactor} of its QOS
   * @throws IllegalArgumentException if the job is running already
   */
  public void started(long job, int association, double tresPerSecond, long nowSeconds) {
    Running before = running.putIfAbsent(job, new Running(association, tresPerSecond, nowSeconds));
    if (before != null) {
      throw new IllegalArgumentException("job " + job + " is running already");
    }
  }

  /**
   * Charges the rest of a job and forgets it.
   *
   * @throws IllegalArgumentException if the job is not running
   */
  public void ended(long job, long nowSeconds) {
    Running ended = running.remove(job);
    if (ended == null) {
      throw new IllegalArgumentException("job " + job + " is not running");
    }
    charge(ended, nowSeconds);
  }

  /**
   * Decays all usage, then charges the running jobs.
   *
   * @throws IllegalArgumentException if the time is before the last recalculation
   */
  public void recalculate(long nowSeconds) {
    long passed = nowSeconds - recalculatedSeconds;
    if (passed < 0) {
      throw new IllegalArgumentException(
          "recalculation at " + nowSeconds + " s after one at " + recalculatedSeconds + " s");
    }
    usage.decay(passed);
    running.values().forEach(job -> charge(job, nowSeconds));
    recalculatedSeconds = nowSeconds;
  }

  private void charge(Running job, long nowSeconds) {
    long seconds = nowSeconds - Math.max(job.startSeconds(), recalculatedSeconds);
    if (seconds > 0) {
      usage.add(job.association(), job.rate() * seconds * usage.kept(seconds));
    }
  }
}
