package io.gnomon.sim.study;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;

/**
 * One round of a race between the alternatives of a study: those that are still in it are simulated
 * in some more scenarios, then the worse half drops out (successive halving). All meet the same
 * scenarios, so that a round compares like with like.
 *
 * @param racing the alternatives in it, ascending
 * @param from the first scenario, of those that come next
 * @param to the first scenario after
 */
record HalvingRound(List<Integer> racing, int from, int to) {
  private static final int LEAST_FINALISTS = 3;

  /** The first: everyone in one scenario, or in all of them where there is no race. */
  static HalvingRound first(int alternatives, int scenarios, boolean race) {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < alternatives; i++) {
      all.add(i);
    }
    return new HalvingRound(List.copyOf(all), 0, race ? Math.min(1, scenarios) : scenarios);
  }

  /** The same without those that do not take part. */
  HalvingRound only(IntPredicate takesPart) {
    return new HalvingRound(racing.stream().filter(takesPart::test).toList(), from, to);
  }

  boolean last(int scenarios) {
    return to >= scenarios;
  }

  /**
   * The next: as many scenarios again, without the worse half.
   *
   * @param scenarios of the study
   * @param cost of an alternative in all scenarios so far
   * @param stays who never drops out
   */
  HalvingRound next(int scenarios, IntToDoubleFunction cost, IntPredicate stays) {
    List<Integer> order = new ArrayList<>(racing);
    order.removeIf(stays::test);
    order.sort(
        Comparator.<Integer>comparingDouble(cost::applyAsDouble).thenComparing(index -> index));
    int kept = Math.min(order.size(), Math.max(LEAST_FINALISTS, (order.size() + 1) / 2));
    List<Integer> next = new ArrayList<>(order.subList(0, kept));
    racing.stream().filter(stays::test).forEach(next::add);
    next.sort(Comparator.naturalOrder());
    return new HalvingRound(List.copyOf(next), to, Math.min(scenarios, 2 * to));
  }
}
