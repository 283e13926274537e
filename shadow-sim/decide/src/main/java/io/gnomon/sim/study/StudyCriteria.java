package io.gnomon.sim.study;

import io.gnomon.sim.metric.objective.Guard;
import io.gnomon.sim.metric.objective.Guards;
import io.gnomon.sim.metric.objective.StudyObjective;
import io.gnomon.sim.spec.Spec;
import java.util.ArrayList;
import java.util.List;

/**
 * The criteria by which the alternatives of a study are compared.
 *
 * @param objective whose mean cost, penalties included, is minimised
 * @param penaltyFactor factor by which the objective's penalties have been multiplied
 * @param guards that a chosen alternative must not break
 * @param reference policy whose figures guards compare with, except those of shares
 * @param comparesWaits whether results have the {@link WaitRatios} to the reference
 */
public record StudyCriteria(
    StudyObjective objective,
    double penaltyFactor,
    List<Guard> guards,
    Spec reference,
    boolean comparesWaits) {
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
    return new StudyCriteria(objective, 1, List.of(), Spec.of("easy"), false);
  }

  /** Whether alternatives are compared with the reference. */
  public boolean usesReference() {
    return comparesWaits
        || guards.stream().anyMatch(guard -> guard.measure() != Guard.Measure.SHARES);
  }

  /** A copy with the objective's penalties multiplied by a factor. Call it at most once. */
  public StudyCriteria withPenaltyFactor(double factor) {
    return new StudyCriteria(
        objective.withPenaltyFactor(factor), factor, guards, reference, comparesWaits);
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
    return new StudyCriteria(objective, penaltyFactor, limits, reference, comparesWaits);
  }

  /** A copy in which results have the {@link WaitRatios} to the reference. */
  public StudyCriteria withWaits() {
    return new StudyCriteria(objective, penaltyFactor, guards, reference, true);
  }
}
