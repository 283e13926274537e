package io.gnomon.sim.study;

import io.gnomon.sim.metric.objective.Guard;
import io.gnomon.sim.metric.objective.StudyObjective;
import io.gnomon.sim.policy.PolicySpec;
import java.util.List;

/**
 * The criteria by which the alternatives of a study are compared.
 *
 * @param objective whose mean cost, penalties included, is minimised
 * @param penaltyFactor factor by which the objective's penalties have been multiplied
 * @param guards that a chosen alternative must not break
 * @param reference policy whose figures the guards compare with; simulated if there are guards
 */
public record StudyCriteria(
    StudyObjective objective, double penaltyFactor, List<Guard> guards, PolicySpec reference) {
  /** Mean bounded slowdown alone, as in lawson2005. */
  public static final StudyCriteria SLOWDOWN = of(StudyObjective.SLOWDOWN);

  /** Copies the list. */
  public StudyCriteria {
    guards = List.copyOf(guards);
  }

  /** Criteria without guards. */
  public static StudyCriteria of(StudyObjective objective) {
    return new StudyCriteria(objective, 1, List.of(), PolicySpec.of("easy"));
  }

  /** A copy with the objective's penalties multiplied by a factor. Call it at most once. */
  public StudyCriteria withPenaltyFactor(double factor) {
    return new StudyCriteria(objective.withPenaltyFactor(factor), factor, guards, reference);
  }

  /** A copy with guards. Their reference is EASY unless set otherwise. */
  public StudyCriteria guarded(List<Guard> limits) {
    return new StudyCriteria(objective, penaltyFactor, limits, reference);
  }
}
