package io.gnomon.sim.tune;

import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.tune.objective.Guard;
import io.gnomon.sim.tune.objective.StudyObjective;
import java.util.List;

/**
 * How the alternatives of a study are judged.
 *
 * @param objective whose mean cost is to be least, what it charges included
 * @param charges with which it does
 * @param guards that a choice must not break
 * @param reference whose figures the guards compare with, simulated wherever there is a guard
 */
public record Judgement(
    StudyObjective objective, Charges charges, List<Guard> guards, PolicySpec reference) {
  /** Mean bounded slowdown alone, lawson2005's. */
  public static final Judgement SLOWDOWN = of(StudyObjective.SLOWDOWN);

  /** Copies the list. */
  public Judgement {
    guards = List.copyOf(guards);
  }

  /** An objective without guards. */
  public static Judgement of(StudyObjective objective) {
    return new Judgement(objective, Charges.PLAIN, List.of(), PolicySpec.of("easy"));
  }

  /** The same with charges; of one that has none yet, as they multiply. */
  Judgement charging(Charges by) {
    StudyObjective charging = by.owed().beside(objective).charging(by.factor());
    return new Judgement(charging, by, guards, reference);
  }

  /** The same with guards, whose reference is EASY. */
  public Judgement guarded(List<Guard> by) {
    return new Judgement(objective, charges, by, reference);
  }
}
