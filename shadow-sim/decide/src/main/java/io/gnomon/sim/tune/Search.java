package io.gnomon.sim.tune;

import io.gnomon.sim.scenario.ArrivalModel;
import io.gnomon.sim.study.StudyDesign;

/**
 * What studies try: the values of {@code tune --search} and of the configuration key {@code
 * tuning.search}. Each has its own defaults for the settings that depend on it.
 */
public enum Search {
  /** Numbers of partitions once a week, as in lawson2005. */
  PARTITIONS(10, TuneSettings.WEEK, 2 * TuneSettings.WEEK, ArrivalModel.REPLAY, "slowdown"),
  /** Policies of the library once an hour, from the live queue. */
  LIBRARY(1, 3600, 24 * 3600, ArrivalModel.MIXED, StudyDesign.OBJECTIVE);

  private final double threshold;
  private final int periodSeconds;
  private final int horizonSeconds;
  private final ArrivalModel arrivals;
  private final String objective;

  Search(
      double threshold,
      int periodSeconds,
      int horizonSeconds,
      ArrivalModel arrivals,
      String objective) {
    this.threshold = threshold;
    this.periodSeconds = periodSeconds;
    this.horizonSeconds = horizonSeconds;
    this.arrivals = arrivals;
    this.objective = objective;
  }

  /** The default threshold of the mean bounded slowdown. */
  public double threshold() {
    return threshold;
  }

  /** The default time between evaluations. */
  public int periodSeconds() {
    return periodSeconds;
  }

  /** The default time that a study simulates. */
  public int horizonSeconds() {
    return horizonSeconds;
  }

  /** The default arrivals of scenarios. */
  public ArrivalModel arrivals() {
    return arrivals;
  }

  /** The default objective, in its text form. */
  public String objective() {
    return objective;
  }
}
