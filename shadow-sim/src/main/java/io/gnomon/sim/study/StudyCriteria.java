package io.gnomon.sim.study;

import io.gnomon.sim.metric.objective.Guard;
import io.gnomon.sim.metric.objective.Guards;
import io.gnomon.sim.metric.objective.StudyObjective;
import io.gnomon.sim.policy.PolicySpec;
import java.util.ArrayList;
import java.util.List;

/**
 * The criteria by which the alternatives of a study are compared.
 *
 * @param objective whose mean cost, penalties included, is minimised
 * @param penaltyFactor factor by which the objective's penalties have been multiplied
 * @param guards that a chosen alternative must not break
 * @param reference policy whose figures guards compare with, except those of shares
 * @param categoryExponent how steeply an alternative's costs grow if the worst-off of four
 *     categories waits longer than under the reference: they are multiplied by the ratio of the two
 *     mean waits, raised to this power; 0 if they do not depend on it
 */
public record StudyCriteria(
    StudyObjective objective,
    double penaltyFactor,
    List<Guard> guards,
    PolicySpec reference,
    double categoryExponent) {
  private static final List<Guard> SHARES =
      List.of(Guards.create("account-share(factor=1.25)"), Guards.create("user-share(factor=1.5)"));

  /** Mean bounded slowdown alone, as in lawson2005. */
  public static final StudyCriteria SLOWDOWN = of(StudyObjective.SLOWDOWN);

  /** Copies the list. */
  public StudyCriteria {
    guards = List.copyOf(guards);
  }

  /** Criteria without guards. */
  public static StudyCriteria of(StudyObjective objective) {
    return new StudyCriteria(objective, 1, List.of(), PolicySpec.of("easy"), 0);
  }

  /** Whether alternatives are compared with the reference. */
  public boolean usesReference() {
    return categoryExponent > 0
        || guards.stream().anyMatch(guard -> guard.measure() != Guard.Measure.SHARES);
  }

  /** A copy with the objective's penalties multiplied by a factor. Call it at most once. */
  public StudyCriteria withPenaltyFactor(double factor) {
    return new StudyCriteria(
        objective.withPenaltyFactor(factor), factor, guards, reference, categoryExponent);
  }

  /**
   * A copy in which no account and no user loses more than a part of its share of service: {@code
   * account-share} with a factor of 1.25 and {@code user-share} with 1.5, where these guards are
   * not set otherwise.
   */
  public StudyCriteria withShareGuards() {
    List<Guard> all = new ArrayList<>(guards);
    for (Guard guard : SHARES) {
      if (guards.stream().noneMatch(other -> other.name().equals(guard.name()))) {
        all.add(guard);
      }
    }
    return guarded(all);
  }

  /** A copy with guards. Their reference is EASY unless set otherwise. */
  public StudyCriteria guarded(List<Guard> limits) {
    return new StudyCriteria(objective, penaltyFactor, limits, reference, categoryExponent);
  }

  /** A copy in which costs grow with the waits of the worst-off of four categories. */
  public StudyCriteria withCategoryExponent(double exponent) {
    return new StudyCriteria(objective, penaltyFactor, guards, reference, exponent);
  }
}
