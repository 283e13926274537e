package io.gnomon.sim.policy.probabilistic;

import io.gnomon.sim.machine.Reservation;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.nodes.PlainNodeEasy;
import io.gnomon.sim.policy.order.HeadSelection;
import io.gnomon.sim.predict.RuntimePredictor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * {@link NodeProbabilistic} as its definition says: everything that a decision needs is computed
 * for that decision, and the released tasks are a map from numbers to probabilities.
 */
final class PlainNodeProbabilistic extends PlainNodeEasy {
  /** An event that frees resources of nodes: the end of a running job or of a reservation. */
  private record Event(int number, int median, List<Integer> nodes, int reservation) {}

  private final DelayTest test;
  private final RuntimeModels models;
  private final RunningForecast forecast = new RunningForecast();

  PlainNodeProbabilistic(double threshold, RuntimePredictor predictor) {
    super(true, HeadSelection.ARRIVAL, estimate -> 0);
    test = new DelayTest(threshold, false, predictor);
    models = test.models();
  }

  @Override
  public void submitted(int slot) {
    models.arrived(state, slot);
  }

  @Override
  public void ended(int slot, boolean completed) {
    if (completed) {
      models.completed(state, slot);
    }
  }

  @Override
  protected void backfill(Dispatcher dispatcher, List<Integer> heads) {
    List<Held> held = reserve(heads);
    for (int slot : queue(false)) {
      if (heads.contains(slot)) {
        continue;
      }
      Shape shape = state.nodes().shape(slot);
      int estimate = state.estimate(slot);
      Placement beside = rules.place(shape, least(held, state.now(), estimate, true));
      Placement open = rules.place(shape, least(List.of(), state.now(), estimate, true));
      Placement placement = beside == null ? open : beside;
      if (placement != null && mayStart(slot, placement, beside != null, held)) {
        dispatcher.start(slot, placement);
        held = beside == null ? reserve(heads) : held;
      }
    }
  }

  private boolean mayStart(int slot, Placement placement, boolean fitsBeside, List<Held> held) {
    boolean anyPrediction =
        IntStream.range(0, state.running().size())
            .anyMatch(i -> models.known(state.running().slot(i)));
    if (!anyPrediction && !models.allows(slot, 0, state.estimate(slot))) {
      return fitsBeside;
    }
    return held.stream().allMatch(head -> mayStart(slot, placement, fitsBeside, head));
  }

  private boolean mayStart(int slot, Placement placement, boolean fitsBeside, Held head) {
    Shape shape = state.nodes().shape(head.head());
    int partition =
        IntStream.range(0, shape.partitions())
            .filter(i -> shape.partition(i) == head.placement().partition())
            .findFirst()
            .orElseThrow();
    List<Integer> usable = IntStream.of(shape.nodes(partition)).boxed().toList();
    if (IntStream.of(placement.nodes()).noneMatch(usable::contains)) {
      return true;
    }
    FreeResources both = state.nodes().free().copy();
    both.take(placement);
    Map<List<Integer>, Integer> without =
        releases(head.head(), shape, partition, usable, state.nodes().free().copy());
    Map<List<Integer>, Integer> with = releases(head.head(), shape, partition, usable, both);
    int tasks = shape.request().tasks();
    if (without.getOrDefault(List.<Integer>of(), 0) >= tasks) {
      return fitsBeside; // tasks do not explain why it waits
    }
    return without.equals(with)
        || test.passes(
            models,
            slot,
            state.estimate(slot),
            (point, width, before) ->
                Math.max(before, enough(without, tasks, point) - enough(with, tasks, point)),
            0);
  }

  /** The tasks of a head that are released after each set of events; after none, those now. */
  private Map<List<Integer>, Integer> releases(
      int head, Shape shape, int partition, List<Integer> usable, FreeResources free) {
    long until = state.now() + (long) state.estimate(head);
    List<Reservation> reservations = state.nodes().machine().reservations();
    List<Event> events = events(until);
    for (Event event : events) {
      if (event.reservation() >= 0) {
        event.nodes().forEach(node -> free.setUsable(node, false));
      }
    }
    int least = rules.leastTasks(shape, partition);
    Map<List<Integer>, Integer> released = new HashMap<>();
    Map<Integer, List<Integer>> happened = new HashMap<>();
    Map<Integer, Integer> tasks = new HashMap<>();
    for (int node : usable) {
      happened.put(node, List.of());
      int hosted = rules.tasks(shape, partition, free, node);
      tasks.put(node, hosted < least ? 0 : hosted);
      released.merge(List.of(), tasks.get(node), Integer::sum);
    }
    for (Event event : events) {
      if (event.reservation() < 0) {
        free.give(state.nodes().placement(forecast.slot(event.number())));
      }
      for (int node : event.nodes()) {
        int end = event.reservation() < 0 ? 0 : reservations.get(event.reservation()).end();
        boolean closed =
            events.stream()
                .filter(other -> other.reservation() >= 0 && other.nodes().contains(node))
                .anyMatch(other -> reservations.get(other.reservation()).end() > end);
        if (event.reservation() >= 0 && closed) {
          continue;
        } else if (event.reservation() >= 0) {
          free.setUsable(node, true);
        }
        if (usable.contains(node)) {
          List<Integer> after = new ArrayList<>(happened.get(node));
          after.add(event.number());
          happened.put(node, List.copyOf(after));
          int hosted = rules.tasks(shape, partition, free, node);
          if (hosted >= least && hosted > tasks.get(node)) {
            released.merge(happened.get(node), hosted - tasks.get(node), Integer::sum);
            tasks.put(node, hosted);
          }
        }
      }
    }
    return released;
  }

  /** The ends of running jobs, and of reservations that begin before {@code until}, in order. */
  private List<Event> events(long until) {
    List<Event> events = new ArrayList<>();
    forecast.note(state, models);
    for (int i = 0; i < forecast.count(); i++) {
      int[] nodes = state.nodes().placement(forecast.slot(i)).nodes();
      events.add(new Event(i, median(i), IntStream.of(nodes).boxed().toList(), -1));
    }
    List<Reservation> reservations = state.nodes().machine().reservations();
    for (int r = 0; r < reservations.size(); r++) {
      if (reservations.get(r).end() > state.now() && reservations.get(r).start() < until) {
        int[] nodes = state.nodes().machine().reservedNodes(r);
        int number = forecast.count() + r;
        int point = reservationPoint(reservations.get(r).end());
        events.add(new Event(number, point, IntStream.of(nodes).boxed().toList(), r));
      }
    }
    events.sort(Comparator.comparingInt(Event::median).thenComparingInt(Event::number));
    return events;
  }

  private int median(int i) {
    int point = 0;
    while (point < Releases.POINTS && forecast.happened(i, point) < 0.5) {
      point++;
    }
    return point;
  }

  private int reservationPoint(int end) {
    int point = 0;
    while (point < Releases.POINTS && end > state.now() + Releases.time(point)) {
      point++;
    }
    return point;
  }

  /** The probability that as many tasks have been released by a point. */
  private double enough(Map<List<Integer>, Integer> released, int tasks, int point) {
    Map<Integer, Double> distribution = new TreeMap<>(Map.of(0, 1.0));
    for (Map.Entry<List<Integer>, Integer> release : released.entrySet()) {
      double probability = 1;
      for (int event : release.getKey()) {
        probability *= happened(event, point);
      }
      Map<Integer, Double> next = new LinkedHashMap<>();
      for (Map.Entry<Integer, Double> sum : distribution.entrySet()) {
        int more = Math.min(tasks, sum.getKey() + release.getValue());
        next.merge(more, sum.getValue() * probability, Double::sum);
        next.merge(sum.getKey(), sum.getValue() * (1 - probability), Double::sum);
      }
      distribution = next;
    }
    return distribution.getOrDefault(tasks, 0.0);
  }

  private double happened(int event, int point) {
    if (event < forecast.count()) {
      return forecast.happened(event, point);
    }
    int end = state.nodes().machine().reservations().get(event - forecast.count()).end();
    return end <= state.now() + Releases.time(point) ? 1 : 0;
  }
}
