package io.gnomon.sim.tune;

import io.gnomon.sim.fidelity.FidelitySettings;
import io.gnomon.sim.prior.Prior;
import io.gnomon.sim.scenario.ScenarioSettings;
import io.gnomon.sim.search.SearchSpace;
import io.gnomon.sim.study.StudyDesign;

/**
 * The settings by which a cluster is tuned.
 *
 * @param threshold aggregate bounded slowdown above which a study starts, at least 1; T of
 *     lawson2005
 * @param periodSeconds time between two evaluations, each of which covers the period before it, at
 *     least 1; a week in lawson2005
 * @param horizonSeconds time that a study simulates and that a replay repeats, at least 1; L of
 *     lawson2005
 * @param search the alternatives of a study
 * @param rails the guard rails
 * @param design the design of studies
 * @param runtimes source of sampled runtimes: {@link #PAST}, or the name of a predictor; unused if
 *     the design samples no runtimes
 * @param fidelity what is measured of the model, and when it is trusted
 * @param cadence how often the configuration may change
 * @param prior results on other clusters
 */
public record TuneSettings(
    double threshold,
    int periodSeconds,
    int horizonSeconds,
    SearchSpace search,
    GuardRails rails,
    StudyDesign design,
    String runtimes,
    FidelitySettings fidelity,
    Cadence cadence,
    Prior prior) {
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

  /** The part of the settings that determines scenarios. */
  public ScenarioSettings scenarios() {
    return scenarios(design, runtimes);
  }

  private static ScenarioSettings scenarios(StudyDesign design, String runtimes) {
    return new ScenarioSettings(design.samples(), design.memorySeconds(), design.seed(), runtimes);
  }

  /** Settings without a measure of the model. */
  public TuneSettings(
      double threshold,
      int periodSeconds,
      int horizonSeconds,
      SearchSpace search,
      GuardRails rails,
      StudyDesign design,
      String runtimes) {
    this(
        threshold,
        periodSeconds,
        horizonSeconds,
        search,
        rails,
        design,
        runtimes,
        FidelitySettings.NONE,
        Cadence.HOURLY,
        Prior.NONE);
  }

  /** Settings that sample runtimes from completed jobs. */
  public TuneSettings(
      double threshold,
      int periodSeconds,
      int horizonSeconds,
      SearchSpace search,
      GuardRails rails,
      StudyDesign design) {
    this(threshold, periodSeconds, horizonSeconds, search, rails, design, PAST);
  }

  /** Settings with the studies of lawson2005. */
  public TuneSettings(
      double threshold,
      int periodSeconds,
      int horizonSeconds,
      SearchSpace search,
      GuardRails rails) {
    this(threshold, periodSeconds, horizonSeconds, search, rails, StudyDesign.REPORT);
  }

  /**
   * The settings of lawson2005: an evaluation per week, 1 to {@code partitions} partitions, no
   * guard rails.
   */
  public static TuneSettings weekly(double threshold, int horizonSeconds, int partitions) {
    return new TuneSettings(
        threshold, WEEK, horizonSeconds, SearchSpace.partitions(partitions), GuardRails.NONE);
  }

  /**
   * A copy in which changes are reviewed: after the design's own time, or else after one period.
   * Durable changes are not: each backtest compares them with what was in force before.
   */
  public TuneSettings reviewed() {
    return design.reviewsChanges() || cadence == Cadence.DURABLE
        ? this
        : new TuneSettings(
            threshold,
            periodSeconds,
            horizonSeconds,
            search,
            rails,
            design.withReviewsAfter(periodSeconds),
            runtimes,
            fidelity,
            cadence,
            prior);
  }

  /** A copy with another measure of the model. */
  public TuneSettings withFidelity(FidelitySettings other) {
    return new TuneSettings(
        threshold,
        periodSeconds,
        horizonSeconds,
        search,
        rails,
        design,
        runtimes,
        other,
        cadence,
        prior);
  }

  private static void require(String name, boolean holds, Object value, String allowed) {
    if (!holds) {
      throw new IllegalArgumentException(name + " is " + value + "; it must be " + allowed);
    }
  }

  /** For how long arrivals and waits are kept. */
  int historySeconds() {
    int studied = Math.max(horizonSeconds, design.memorySeconds());
    int reviewed = 2 * design.reviewSeconds();
    return Math.max(Math.max(periodSeconds, WEEK), Math.max(studied, reviewed));
  }

  /**
   * The age from which a change is reviewed: at the evaluation that is nearest to the design's time
   * of a review.
   */
  int reviewAgeSeconds() {
    return Math.max(0, design.reviewSeconds() - periodSeconds / 2);
  }
}
