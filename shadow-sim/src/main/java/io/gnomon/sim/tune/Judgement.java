package io.gnomon.sim.tune;

import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.tune.objective.Guard;
import io.gnomon.sim.tune.objective.StudyObjective;
import java.util.List;

/**
 * How the alternatives of a study are judged.
 *
 * @param objective whose mean cost, penalties included, is minimised
 * @param penaltyFactor what its penalties have been multiplied by
 * @param guards that a choice must not break
 * @param reference whose figures the guards compare with, simulated wherever there is a guard
 */
public record Judgement(
    StudyObjective objective, double penaltyFactor, List<Guard> guards, PolicySpec reference) {
  /** Mean bounded slowdown alone, lawson2005's. */
  public static final Judgement SLOWDOWN = of(StudyObjective.SLOWDOWN);

  /** Copies the list. */
  public Judgement {
    guards = List.copyOf(guards);
  }

  /** An objective without guards. */
  public static Judgement of(StudyObjective objective) {
    return new Judgement(objective, 1, List.of(), PolicySpec.of("easy"));
  }

  /** The same with the objective's penalties multiplied by a factor; to be called once. */
  Judgement withPenaltyFactor(double factor) {
    return new Judgement(objective.withPenaltyFactor(factor), factor, guards, reference);
  }

  /** The same with guards, whose reference is EASY. */
  public Judgement guarded(List<Guard> by) {
    return new Judgement(objective, penaltyFactor, by, reference);
  }
}
