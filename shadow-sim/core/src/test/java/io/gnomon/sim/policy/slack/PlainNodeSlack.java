package io.gnomon.sim.policy.slack;

import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.nodes.plan.PlainNodeConservative;
import io.gnomon.sim.spec.Spec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * {@link SlackBased} on nodes as its definition says: every schedule is tried in full, and each job
 * in it is searched for at every time at which anything changes.
 */
final class PlainNodeSlack extends PlainNodeConservative {
  private record Promise(int latest, int firstSlack, double priority) {}

  private final SlackTerms terms;
  private final Map<Integer, Promise> promises = new HashMap<>(); // by job
  private Map<Integer, Held> best = new HashMap<>();
  private double bestPrice;
  private int bestMoves;
  private Held bestStart;

  PlainNodeSlack(String spec, int wholeClass) {
    super(true, false, wholeClass);
    terms = SlackTerms.of(Spec.parse(spec));
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    overdue = state.isOverdue();
    if (stale || overdue) {
      rebuild();
      guarantees.forEach(
          (job, held) ->
              promises.computeIfPresent(
                  job,
                  (number, promise) ->
                      new Promise(
                          Math.max(promise.latest(), held.start()),
                          promise.firstSlack(),
                          promise.priority())));
    }
    if (compress) {
      bestPrice = 0;
      search(-1);
    }
    stale = false;
    compress = false;
    for (int slot : queue()) {
      if (!promises.containsKey(state.job(slot))) {
        insert(slot);
      }
    }
    for (int slot : queue()) {
      Held held = guarantees.get(state.job(slot));
      if (held != null && held.start() == state.now()) {
        guarantees.remove(state.job(slot));
        dispatcher.start(slot, onIdleNodes(held.placement()));
      }
    }
  }

  private void insert(int slot) {
    bestStart = earliest(slot, state.now());
    if (bestStart != null && bestStart.start() > state.now()) {
      bestPrice = terms.waitPrice(bestStart.start() - state.now(), state.width(slot));
      search(slot);
    }
    int start = bestStart == null ? NEVER : bestStart.start();
    double priority = terms.priorityAfter(state, slot, start - state.now());
    int slack = terms.slack(state, slot, priority);
    int latest = (int) Math.min(SlackTerms.INFINITE, (long) start + slack);
    promises.put(state.job(slot), new Promise(latest, slack, (float) priority));
    if (bestStart != null) {
      guarantees.put(state.job(slot), bestStart);
    }
  }

  /** Tries all schedules and makes the best one the plan. */
  private void search(int slot) {
    List<Integer> order = queue();
    order.removeIf(other -> guarantees.get(state.job(other)) == null);
    order.sort(Comparator.comparing(this::start).thenComparing(state::job));
    if (order.size() > terms.longestQueue()) {
      for (int other : slot < 0 ? order : List.<Integer>of()) {
        Held old = guarantees.remove(state.job(other));
        Held earlier = earliest(other, state.now());
        guarantees.put(state.job(other), earlier.start() < old.start() ? earlier : old);
      }
      return;
    }
    Map<Integer, Held> plan = new HashMap<>(guarantees);
    best = plan;
    bestMoves = 0;
    for (int k = order.size() - 1; k >= 0; k--) {
      if (k == 0 || start(order.get(k - 1)) < start(order.get(k))) {
        tryFrom(slot, order, k, plan);
        guarantees.clear();
        guarantees.putAll(plan);
      }
    }
    guarantees.clear();
    guarantees.putAll(best);
  }

  private int start(int slot) {
    return guarantees.get(state.job(slot)).start();
  }

  private void tryFrom(int slot, List<Integer> order, int k, Map<Integer, Held> plan) {
    List<Integer> moved = new ArrayList<>(order.subList(k, order.size()));
    int first = start(moved.get(0));
    int before = k == 0 ? state.now() : Math.max(state.now(), start(order.get(k - 1)));
    moved.forEach(other -> guarantees.remove(state.job(other)));
    Held held = null;
    double price = 0;
    int delay = 0;
    if (slot >= 0) {
      held = earliest(slot, before);
      if (held == null) {
        return;
      }
      guarantees.put(state.job(slot), held);
      price = terms.waitPrice(held.start() - state.now(), state.width(slot));
      delay = Math.max(0, held.end() - first);
    }
    for (int other : moved) {
      Held old = plan.get(state.job(other));
      guarantees.put(
          state.job(other), new Held(old.start() + delay, old.end() + delay, old.placement()));
    }
    moved.sort(heuristic(plan));
    int moves = 0;
    for (int other : moved) {
      int job = state.job(other);
      guarantees.remove(job);
      Held anchor = earliest(other, state.now());
      Promise promise = promises.get(job);
      if (anchor == null || anchor.start() > promise.latest()) {
        return;
      }
      int later = anchor.start() - plan.get(job).start();
      if (later != 0) {
        double priorities = slot < 0 ? 1 : promise.priority() / terms.firstPriority(state, slot);
        price += terms.delayPrice(later, state.width(other), priorities, used(other, plan));
        moves++;
      }
      guarantees.put(job, anchor);
    }
    if (price < bestPrice || (price == bestPrice && moves < bestMoves)) {
      bestPrice = price;
      bestMoves = moves;
      bestStart = held;
      best = new HashMap<>(guarantees);
      if (slot >= 0) {
        best.remove(state.job(slot));
      }
    }
  }

  private double used(int slot, Map<Integer, Held> plan) {
    Promise promise = promises.get(state.job(slot));
    int left = promise.latest() - plan.get(state.job(slot)).start();
    return promise.latest() == SlackTerms.INFINITE
        ? 1
        : Math.max(1, promise.firstSlack()) / (double) Math.max(1, left);
  }

  private Comparator<Integer> heuristic(Map<Integer, Held> plan) {
    if (terms.heuristic() == Heuristic.AST) {
      return Comparator.comparing((Integer slot) -> 0); // as they are
    }
    return Comparator.comparing(
            (Integer slot) ->
                -switch (terms.heuristic()) {
                  case AST, AAT -> 0.0;
                  case DU -> (double) state.width(slot) * state.estimate(slot);
                  case DC ->
                      terms.delayPrice(
                          1,
                          state.width(slot),
                          promises.get(state.job(slot)).priority(),
                          used(slot, plan));
                  case DP -> promises.get(state.job(slot)).priority();
                })
        .thenComparing(state::job);
  }
}
