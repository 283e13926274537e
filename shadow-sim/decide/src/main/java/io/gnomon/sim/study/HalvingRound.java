package io.gnomon.sim.study;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;

/**
 * One round of the race between the alternatives of a study (successive halving). The remaining
 * alternatives are simulated in more scenarios, then the worse half drops out. All alternatives of
 * a round are simulated in the same scenarios. Immutable.
 *
 * @param racing indices of the remaining alternatives, ascending
 * @param from index of the first scenario of this round
 * @param to index after its last scenario
 */
record HalvingRound(List<Integer> racing, int from, int to) {
  private static final int MIN_FINALISTS = 3;

  /** The first round: all alternatives in one scenario, or in all scenarios if there is no race. */
  static HalvingRound first(int alternatives, int scenarios, boolean race) {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < alternatives; i++) {
      all.add(i);
    }
    return new HalvingRound(List.copyOf(all), 0, race ? Math.min(1, scenarios) : scenarios);
  }

  /** A copy with only the alternatives that are included. */
  HalvingRound only(IntPredicate included) {
    return new HalvingRound(racing.stream().filter(included::test).toList(), from, to);
  }

  /** Whether no scenario is left after this round. */
  boolean last(int scenarios) {
    return to >= scenarios;
  }

  /**
   * The next round: the better half, in as many scenarios again.
   *
   * @param scenarios number of scenarios of the study
   * @param cost of an alternative in all scenarios so far
   * @param stays alternatives that never drop out
   */
  HalvingRound next(int scenarios, IntToDoubleFunction cost, IntPredicate stays) {
    List<Integer> order = new ArrayList<>(racing);
    order.removeIf(stays::test);
    order.sort(
        Comparator.<Integer>comparingDouble(cost::applyAsDouble).thenComparing(index -> index));
    int kept = Math.min(order.size(), Math.max(MIN_FINALISTS, (order.size() + 1) / 2));
    List<Integer> next = new ArrayList<>(order.subList(0, kept));
    racing.stream().filter(stays::test).forEach(next::add);
    next.sort(Comparator.naturalOrder());
    return new HalvingRound(List.copyOf(next), to, Math.min(scenarios, 2 * to));
  }
}
