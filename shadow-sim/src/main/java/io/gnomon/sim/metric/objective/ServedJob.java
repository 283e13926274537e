package io.gnomon.sim.metric.objective;

import io.gnomon.sim.metric.Outcome;

/**
 * What a simulation says of one job that has been served, or that has waited until the horizon. A
 * carrier that is filled anew for each job, so that millions of them cost no allocation.
 */
public final class ServedJob {
  /** Seconds that it waited, from 0. */
  public int wait;

  /** Seconds that it ran or is taken to run, from 1. */
  public int runtime;

  /** Seconds that it has still to run at the horizon, from 0. */
  public int left;

  /** Processors that it asked for. */
  public int width;

  /** Processors of the machine. */
  public int processors;

  /** Its user, -1 where unknown. */
  public int user;

  /** The scheduler's priority, 0 where unknown. */
  public int priority;

  /** 1 + wait / max(10 s, runtime). */
  public double boundedSlowdown() {
    return 1.0 + (double) wait / Math.max(Outcome.SLOWDOWN_BOUND_SECONDS, runtime);
  }

  /** The share of the machine that it asked for, from 0 to 1. */
  public double share() {
    return (double) width / processors;
  }
}
