package io.gnomon.sim.tune;

import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.tune.objective.Guard;
import io.gnomon.sim.tune.objective.StudyObjective;
import java.util.List;

/**
 * How the alternatives of a study are judged.
 *
 * @param objective whose mean cost is to be least
 * @param guards that a choice must not break
 * @param reference whose figures the guards compare with, simulated wherever there is a guard
 */
public record Judgement(StudyObjective objective, List<Guard> guards, PolicySpec reference) {
  /** Mean bounded slowdown alone, lawson2005's. */
  public static final Judgement SLOWDOWN = of(StudyObjective.SLOWDOWN);

  /** Copies the list. */
  public Judgement {
    guards = List.copyOf(guards);
  }

  /** An objective without guards. */
  public static Judgement of(StudyObjective objective) {
    return new Judgement(objective, List.of(), PolicySpec.of("easy"));
  }

  /** The same with the objective's charges times a factor. */
  Judgement charging(double factor) {
    return new Judgement(objective.charging(factor), guards, reference);
  }

  /** The same with a charge on the waits of what is owed something. */
  Judgement charging(OwedCharge owed) {
    return new Judgement(owed.beside(objective), guards, reference);
  }

  /** The same with guards, whose reference is EASY. */
  public Judgement guarded(List<Guard> by) {
    return new Judgement(objective, by, reference);
  }
}
