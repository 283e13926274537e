package io.gnomon.sim.study;

import io.gnomon.sim.metric.objective.Guard;
import io.gnomon.sim.metric.objective.StudyObjective;
import io.gnomon.sim.policy.PolicySpec;
import java.util.List;

/**
 * How the alternatives of a study are judged.
 *
 * @param objective whose mean cost, penalties included, is minimised
 * @param penaltyFactor what its penalties have been multiplied by
 * @param guards that a choice must not break
 * @param reference whose figures the guards compare with, simulated wherever there is a guard
 */
public record StudyCriteria(
    StudyObjective objective, double penaltyFactor, List<Guard> guards, PolicySpec reference) {
  /** Mean bounded slowdown alone, lawson2005's. */
  public static final StudyCriteria SLOWDOWN = of(StudyObjective.SLOWDOWN);

  /** Copies the list. */
  public StudyCriteria {
    guards = List.copyOf(guards);
  }

  /** An objective without guards. */
  public static StudyCriteria of(StudyObjective objective) {
    return new StudyCriteria(objective, 1, List.of(), PolicySpec.of("easy"));
  }

  /** The same with the objective's penalties multiplied by a factor; to be called once. */
  public StudyCriteria withPenaltyFactor(double factor) {
    return new StudyCriteria(objective.withPenaltyFactor(factor), factor, guards, reference);
  }

  /** The same with guards, whose reference is EASY. */
  public StudyCriteria guarded(List<Guard> by) {
    return new StudyCriteria(objective, penaltyFactor, by, reference);
  }
}
