package io.gnomon.sim.study;

import io.gnomon.sim.metric.objective.Objectives;
import io.gnomon.sim.scenario.ArrivalModel;

/**
 * The design of a study: its scenarios, its racing and its criteria.
 *
 * @param arrivals model of the arrivals
 * @param samples number of scenarios in which each alternative is simulated, at least 1; exactly 1
 *     unless runtimes are sampled
 * @param race whether the worse half of the alternatives drops out each time that the number of
 *     scenarios has doubled (successive halving); otherwise each is simulated in all of them
 * @param memorySeconds age of the oldest job whose runtime is sampled; 0 if live jobs run for their
 *     estimates
 * @param reviewSeconds time from a decision to its review; 0 if changes are not reviewed
 * @param backtestWeight weight of the backtest scores, in horizons' worth of jobs; 0 for none
 * @param criteria by which the alternatives are compared
 * @param seed of the samples of studies; reviews have their own
 * @param batchSeconds jobs submitted within so many seconds form a batch, at least 1; two
 *     alternatives are compared batch by batch
 */
public record StudyDesign(
    ArrivalModel arrivals,
    int samples,
    boolean race,
    int memorySeconds,
    int reviewSeconds,
    double backtestWeight,
    StudyCriteria criteria,
    int seed,
    int batchSeconds) {
  /** The default objective of a search of the library; see docs/tuning.md for the reasons. */
  public static final String OBJECTIVE = "slowdown(square=100, width=3000, work=10000)";

  /** The default number of samples of a search of the library. */
  public static final int SAMPLES = 16;

  private static final int HALF_DAY = 12 * 3600;
  private static final int WEEK = 7 * 24 * 3600;
  private static final int RUNTIME_SECONDS = 13 * WEEK;
  private static final int REVIEW_SECONDS = 6 * 3600;
  private static final double BACKTEST_WEIGHT = 0.05;

  /** The study of lawson2005: the past repeats once, and jobs run for their estimates. */
  public static final StudyDesign REPORT =
      new StudyDesign(ArrivalModel.REPLAY, 1, false, 0, 0, 0, StudyCriteria.SLOWDOWN, 0, HALF_DAY);

  /** A study in {@link #SAMPLES} sampled scenarios with the default {@link #OBJECTIVE}. */
  public static final StudyDesign SAMPLED =
      sampled(SAMPLES, StudyCriteria.of(Objectives.create(OBJECTIVE)));

  /**
   * A study in sampled scenarios, in which the alternatives race. Jobs arrive in every other
   * scenario.
   */
  public static StudyDesign sampled(int samples, StudyCriteria criteria) {
    return new StudyDesign(
        ArrivalModel.MIXED,
        samples,
        true,
        RUNTIME_SECONDS,
        REVIEW_SECONDS,
        BACKTEST_WEIGHT,
        criteria,
        0,
        HALF_DAY);
  }

  /** One simulation of each alternative, in which live jobs run for their estimates. */
  public static StudyDesign ofEstimates(StudyCriteria criteria) {
    return new StudyDesign(ArrivalModel.REPLAY, 1, false, 0, 0, 0, criteria, 0, HALF_DAY);
  }

  /** Checks the ranges. */
  public StudyDesign {
    if (samples < 1 || memorySeconds < 0 || (memorySeconds == 0 && samples > 1)) {
      throw new IllegalArgumentException(
          "a study of %d samples with runtimes of the last %d s is not allowed: at least 1 sample, and exactly 1 without past runtimes"
              .formatted(samples, memorySeconds));
    }
  }

  /** A copy with another model of arrivals. */
  public StudyDesign withArrivals(ArrivalModel others) {
    return with(others, reviewSeconds, criteria, seed);
  }

  /** A copy in which changes are reviewed {@code seconds} after their decision; 0 for never. */
  public StudyDesign withReviewsAfter(int seconds) {
    return with(arrivals, seconds, criteria, seed);
  }

  /** A copy with another seed. */
  public StudyDesign withSeed(int other) {
    return with(arrivals, reviewSeconds, criteria, other);
  }

  /** A copy with the objective's penalties multiplied by a factor. Call it at most once. */
  public StudyDesign withPenaltyFactor(double factor) {
    return with(arrivals, reviewSeconds, criteria.withPenaltyFactor(factor), seed);
  }

  /** A copy with the guards of fair share, see {@link StudyCriteria#withShareGuards}. */
  public StudyDesign withShareGuards() {
    return with(arrivals, reviewSeconds, criteria.withShareGuards(), seed);
  }

  private StudyDesign with(
      ArrivalModel model, int otherReviewSeconds, StudyCriteria otherCriteria, int otherSeed) {
    return new StudyDesign(
        model,
        samples,
        race,
        memorySeconds,
        otherReviewSeconds,
        backtestWeight,
        otherCriteria,
        otherSeed,
        batchSeconds);
  }

  /** A copy with batches of another length. */
  public StudyDesign withBatches(int seconds) {
    return new StudyDesign(
        arrivals,
        samples,
        race,
        memorySeconds,
        reviewSeconds,
        backtestWeight,
        criteria,
        seed,
        seconds);
  }

  /** Whether changes and recommendations are reviewed. */
  public boolean reviewsChanges() {
    return reviewSeconds > 0;
  }

  /** Whether backtests count in studies. */
  public boolean usesBacktests() {
    return backtestWeight > 0;
  }

  /** Whether the runtimes of live jobs are sampled; otherwise they are the estimates. */
  public boolean samplesRuntimes() {
    return memorySeconds > 0;
  }
}
