package io.gnomon.sim.study;

import io.gnomon.sim.spec.Spec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Policies that are in force one after the other. A study simulates a sequence as it does a single
 * policy: at each second of a change, the next policy succeeds the one in force, as when a live
 * cluster is changed. Immutable.
 *
 * @param steps in the order of their seconds, at least one
 */
public record PolicySequence(List<Step> steps) {
  /**
   * A change.
   *
   * @param second at which the policy takes over; for the first step, any second up to the begin
   * @param policy in force from then on
   */
  public record Step(int second, Spec policy) {}

  /** Copies the list and checks the order. */
  public PolicySequence {
    steps = List.copyOf(steps);
    if (steps.isEmpty()) {
      throw new IllegalArgumentException("a sequence of policies has no step; it must have one");
    }
    for (int i = 1; i < steps.size(); i++) {
      if (steps.get(i).second() <= steps.get(i - 1).second()) {
        throw new IllegalArgumentException(
            "step %d of a sequence of policies is at second %d, the one before at %d; seconds must grow"
                .formatted(i, steps.get(i).second(), steps.get(i - 1).second()));
      }
    }
  }

  /** The policy at the begin. */
  public Spec first() {
    return steps.get(0).policy();
  }

  /** The policy at the end. */
  public Spec last() {
    return steps.get(steps.size() - 1).policy();
  }

  /**
   * The part from a second on: the policy in force then, or the first one if there is none yet, and
   * the later changes.
   */
  public PolicySequence from(int second) {
    int kept = 0;
    while (kept + 1 < steps.size() && steps.get(kept + 1).second() <= second) {
      kept++;
    }
    return kept == 0 ? this : new PolicySequence(steps.subList(kept, steps.size()));
  }

  /** A copy in which each policy is replaced; changes to the policy in force are left out. */
  public PolicySequence with(UnaryOperator<Spec> replacement) {
    List<Step> all = new ArrayList<>();
    for (Step step : steps) {
      Spec policy = replacement.apply(step.policy());
      if (all.isEmpty() || !all.get(all.size() - 1).policy().equals(policy)) {
        all.add(new Step(step.second(), policy));
      }
    }
    return new PolicySequence(all);
  }
}
