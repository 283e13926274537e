package io.gnomon.sim.tune;

import io.gnomon.sim.scenario.ScenarioSettings;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.study.StudyDesign;

/**
 * How a cluster is tuned.
 *
 * @param threshold of the aggregate bounded slowdown, at least 1; T of lawson2005
 * @param periodSeconds between two looks, and how far each looks back; a week in lawson2005
 * @param horizonSeconds how far a study simulates, and how much of the past a replay repeats; L
 * @param search the alternatives
 * @param rails the guard rails
 * @param design how a study is made
 * @param runtimes what the runtimes of live jobs are drawn from, where the design draws them:
 *     {@link #PAST}, or the name of a predictor
 */
public record TuneSettings(
    double threshold,
    int periodSeconds,
    int horizonSeconds,
    SearchSpace search,
    GuardRails rails,
    StudyDesign design,
    String runtimes) {
  /** See {@link ScenarioSettings#PAST}. */
  public static final String PAST = ScenarioSettings.PAST;

  /** Seconds of a week. */
  public static final int WEEK = 7 * 24 * 3600;

  /** Checks the ranges. */
  public TuneSettings {
    require("threshold", threshold >= 1, threshold, "at least 1");
    require("periodSeconds", periodSeconds >= 1, periodSeconds, "at least 1");
    require("horizonSeconds", horizonSeconds >= 1, horizonSeconds, "at least 1");
    scenarios(design, runtimes);
  }

  /** The part of the settings that scenarios are made from. */
  public ScenarioSettings scenarios() {
    return scenarios(design, runtimes);
  }

  private static ScenarioSettings scenarios(StudyDesign design, String runtimes) {
    return new ScenarioSettings(design.samples(), design.memorySeconds(), design.seed(), runtimes);
  }

  /** Settings that draw runtimes from the past. */
  public TuneSettings(
      double threshold,
      int periodSeconds,
      int horizonSeconds,
      SearchSpace search,
      GuardRails rails,
      StudyDesign design) {
    this(threshold, periodSeconds, horizonSeconds, search, rails, design, PAST);
  }

  /** The same, but with runtimes drawn from something else. */
  public TuneSettings drawing(String from) {
    return new TuneSettings(threshold, periodSeconds, horizonSeconds, search, rails, design, from);
  }

  /** Settings with the report's studies. */
  public TuneSettings(
      double threshold,
      int periodSeconds,
      int horizonSeconds,
      SearchSpace search,
      GuardRails rails) {
    this(threshold, periodSeconds, horizonSeconds, search, rails, StudyDesign.REPORT);
  }

  /** The report's settings: a look a week, 1 to {@code partitions} partitions, no guard rails. */
  public static TuneSettings weekly(double threshold, int horizonSeconds, int partitions) {
    return new TuneSettings(
        threshold, WEEK, horizonSeconds, SearchSpace.partitions(partitions), GuardRails.NONE);
  }

  private static void require(String name, boolean holds, Object value, String allowed) {
    if (!holds) {
      throw new IllegalArgumentException(name + " is " + value + "; it must be " + allowed);
    }
  }
}
