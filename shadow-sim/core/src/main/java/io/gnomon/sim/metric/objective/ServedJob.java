package io.gnomon.sim.metric.objective;

import io.gnomon.sim.metric.Outcome;

/**
 * The simulated result of one job that has started, or that waited until the horizon. Mutable: one
 * instance is refilled for each job, so that millions of jobs cost no allocation.
 */
public final class ServedJob {
  /** Wait in seconds, at least 0. */
  public int wait;

  /** Actual or assumed runtime in seconds, at least 1. */
  public int runtime;

  /** Remaining seconds at the horizon, at least 0. */
  public int left;

  /** Requested processors. */
  public int width;

  /** Processors of the machine. */
  public int processors;

  /** Its user, -1 where unknown. */
  public int user;

  /** Index of its account in the tree of associations, -1 where unknown. */
  public int account;

  /** Index of its association, a user of that account; -1 where unknown. */
  public int association;

  /** The scheduler's priority, 0 if unknown. */
  public int priority;

  /** 1 + wait / max(10 s, runtime). */
  public double boundedSlowdown() {
    return 1.0 + (double) wait / Math.max(Outcome.SLOWDOWN_BOUND_SECONDS, runtime);
  }

  /** Processor seconds until the horizon. */
  public double service() {
    return (double) (runtime - left) * width;
  }

  /** Requested share of the machine, from 0 to 1. */
  public double share() {
    return (double) width / processors;
  }
}
