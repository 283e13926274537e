package io.gnomon.sim.study;

import io.gnomon.sim.metric.objective.Objectives;
import io.gnomon.sim.scenario.ArrivalModel;

/**
 * How a study is made: what it takes to come, for how long it takes live jobs to run, and how it
 * judges.
 *
 * @param arrivals who is taken to come
 * @param futures how many are simulated for each alternative, at least 1; one unless runtimes are
 *     drawn
 * @param race whether the worse half of the alternatives drops out each time that the number of
 *     futures has doubled, rather than each being simulated in all of them
 * @param memorySeconds how far back runtimes are drawn from; 0 where live jobs are taken to run for
 *     their estimates
 * @param reviewSeconds after a change, before it is held against what would have come without it; 0
 *     where no change is
 * @param standingWeight how much it counts how the policies would have served the past weeks: so
 *     many horizons' jobs; 0 where it does not
 * @param judgement of the alternatives
 * @param seed of the draws of studies: another one, other luck; those of reviews have their own
 */
public record StudyDesign(
    ArrivalModel arrivals,
    int futures,
    boolean race,
    int memorySeconds,
    int reviewSeconds,
    double standingWeight,
    StudyCriteria judgement,
    int seed) {
  /** What a study of the queue minimises unless told otherwise; docs/tuning.md says why. */
  public static final String OBJECTIVE = "slowdown(square=100, width=3000, work=10000)";

  /** How often a study of the queue draws the runtimes of live jobs unless told otherwise. */
  public static final int DRAWS = 16;

  private static final int WEEK = 7 * 24 * 3600;
  private static final int MEMORY = 13 * WEEK;
  private static final int REVIEW = 6 * 3600;
  private static final double STANDING = 0.05;

  /** The report's: the past comes again once, jobs run for their estimates. */
  public static final StudyDesign REPORT =
      new StudyDesign(ArrivalModel.REPLAY, 1, false, 0, 0, 0, StudyCriteria.SLOWDOWN, 0);

  /** A study of the queue as it is in {@link #DRAWS} draws, judged by {@link #OBJECTIVE}. */
  public static final StudyDesign OF_THE_QUEUE =
      ofTheQueue(DRAWS, StudyCriteria.of(Objectives.create(OBJECTIVE)));

  /**
   * A study of the queue as it is: in every other draw somebody comes, live jobs run as such jobs
   * have run, and the alternatives race.
   */
  public static StudyDesign ofTheQueue(int draws, StudyCriteria judgement) {
    return new StudyDesign(ArrivalModel.MIXED, draws, true, MEMORY, REVIEW, STANDING, judgement, 0);
  }

  /** One simulation of each alternative, in which live jobs run for their estimates. */
  public static StudyDesign ofEstimates(StudyCriteria judgement) {
    return new StudyDesign(ArrivalModel.REPLAY, 1, false, 0, 0, 0, judgement, 0);
  }

  /** Checks the ranges. */
  public StudyDesign {
    if (futures < 1 || memorySeconds < 0 || (memorySeconds == 0 && futures > 1)) {
      throw new IllegalArgumentException(
          "a study of %d futures that remembers %d s is not allowed: at least 1, and just 1 without memory"
              .formatted(futures, memorySeconds));
    }
  }

  /** The same with others taken to come. */
  public StudyDesign expecting(ArrivalModel others) {
    return with(others, judgement, seed);
  }

  /** The same judged otherwise. */
  public StudyDesign judgedBy(StudyCriteria other) {
    return with(arrivals, other, seed);
  }

  /** The same with other luck. */
  public StudyDesign seeded(int other) {
    return with(arrivals, judgement, other);
  }

  /** The same with the objective's penalties multiplied by a factor; to be called once. */
  public StudyDesign withPenaltyFactor(double factor) {
    return with(arrivals, judgement.withPenaltyFactor(factor), seed);
  }

  private StudyDesign with(ArrivalModel coming, StudyCriteria judging, int luck) {
    return new StudyDesign(
        coming, futures, race, memorySeconds, reviewSeconds, standingWeight, judging, luck);
  }

  /** Whether the runtimes of live jobs are drawn. */
  public boolean drawsRuntimes() {
    return memorySeconds > 0;
  }
}
