package io.gnomon.sim.policy.multiqueue;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Reservation;
import io.gnomon.sim.machine.placement.ConsTres;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.PlainPolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Multiple-queue backfilling on nodes with fixed criteria, as its definition says: each question is
 * answered by adding up everything that is known, and every job is tested at every time.
 */
final class PlainNodeMultiQueue extends PlainPolicy {
  /** CPUs that a queue gets, or gives if negative, for some time. */
  private record Change(long from, long to, int queue, int cpus) {}

  private record Held(int from, long to, Placement placement) {}

  private final Criteria criteria;
  private final int[] idle;
  private final Map<Integer, Integer> owner = new HashMap<>();
  private final List<Integer> pivots = new ArrayList<>();
  private final List<Change> changes = new ArrayList<>();
  private final List<Held> held = new ArrayList<>();
  private int[] idleBefore = {};
  private FreeResources freeBefore;
  private List<Held> runningBefore = List.of();
  private ConsTres rules;

  PlainNodeMultiQueue(Criteria criteria) {
    this.criteria = criteria;
    this.idle = new int[criteria.partitions()];
  }

  @Override
  public void adopt(ClusterState adopted) {
    super.adopt(adopted);
    rules = new ConsTres(machine());
    for (int i = 0; i < state.processors(); i++) {
      idle[i % idle.length]++;
    }
  }

  @Override
  public void ended(int slot, boolean completed) {
    idle[owner.remove(slot)] += state.heldProcessors(slot);
  }

  @Override
  public int nextTimer() {
    return nextEndOfReservation();
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    changes.clear();
    held.clear();
    idleBefore = idle.clone();
    freeBefore = state.nodes().free().copy();
    runningBefore = new ArrayList<>();
    for (int i = 0; i < state.running().size(); i++) {
      int slot = state.running().slot(i);
      int end = Math.max(state.now() + 1, state.running().end(i));
      changes.add(new Change(end, Long.MAX_VALUE, owner.get(slot), state.running().processors(i)));
      runningBefore.add(new Held(state.now(), end, state.nodes().placement(slot)));
    }
    for (int tier : machine().tiers()) {
      for (int slot : List.copyOf(pivots)) {
        if (shape(slot).tier() == tier && startOrReserve(dispatcher, slot)) {
          pivots.remove((Integer) slot);
        }
      }
      for (int slot : queue()) {
        if (shape(slot).tier() == tier && mayBePivot(slot) && !startOrReserve(dispatcher, slot)) {
          pivots.add(slot);
        }
      }
    }
    for (int slot : queue()) {
      if (!pivots.contains(slot)) {
        startNow(dispatcher, slot);
      }
    }
    for (int slot : queue()) {
      if (mayBePivot(slot)) {
        pivots.add(slot);
      }
    }
  }

  /** The waiting jobs in order of arrival, those of higher tiers first. */
  private List<Integer> queue() {
    List<Integer> slots = waiting();
    slots.sort(
        Comparator.comparing((Integer slot) -> -shape(slot).tier()).thenComparing(state::job));
    return slots;
  }

  private boolean mayBePivot(int slot) {
    for (int i = 0; i < shape(slot).partitions(); i++) {
      int partition = shape(slot).partition(i);
      if (pivots.stream()
          .noneMatch(pivot -> ownQueue(pivot) == ownQueue(slot) && mayRunIn(pivot, partition))) {
        return shape(slot).isPossible() && !pivots.contains(slot);
      }
    }
    return false;
  }

  private boolean mayRunIn(int slot, int partition) {
    for (int i = 0; i < shape(slot).partitions(); i++) {
      if (shape(slot).partition(i) == partition) {
        return true;
      }
    }
    return false;
  }

  private boolean startOrReserve(Dispatcher dispatcher, int slot) {
    if (startNow(dispatcher, slot)) {
      return true;
    }
    for (int time : times()) {
      Placement placement =
          rules.reserve(shape(slot), free(time, state.estimate(slot)), state.nodes().free());
      if (placement != null && sufficient(slot, time)) {
        long end = (long) time + state.estimate(slot);
        held.add(new Held(time, end, placement));
        int[] given = divide(slot, time, placement.totalCpus());
        for (int q = 0; q < idle.length; q++) {
          changes.add(new Change(time, end, q, -given[q]));
        }
        return false;
      }
    }
    return false;
  }

  private boolean startNow(Dispatcher dispatcher, int slot) {
    Placement placement = rules.place(shape(slot), free(state.now(), state.estimate(slot)));
    if (placement == null || !sufficient(slot, state.now())) {
      return false;
    }
    int cpus = placement.totalCpus();
    int mine = ownQueue(slot);
    long end = (long) state.now() + state.estimate(slot);
    int[] given = divide(slot, state.now(), cpus);
    int missing = cpus;
    for (int share : given) {
      missing -= share;
    }
    for (int q = 0; q < idle.length; q++) {
      int more = Math.min(missing, Math.max(0, idle[q] - given[q]));
      given[q] += more;
      missing -= more;
      idle[q] -= given[q];
      changes.add(new Change(state.now(), Long.MAX_VALUE, q, -given[q]));
    }
    changes.add(new Change(end, Long.MAX_VALUE, mine, cpus));
    held.add(new Held(state.now(), end, placement));
    owner.put(slot, mine);
    dispatcher.start(slot, placement);
    return true;
  }

  private int[] divide(int slot, int time, int cpus) {
    int[] given = new int[idle.length];
    int missing = cpus;
    List<Integer> order = new ArrayList<>(List.of(ownQueue(slot)));
    for (int q = 0; q < idle.length; q++) {
      if (q != ownQueue(slot)) {
        order.add(q);
      }
    }
    for (int q : order) {
      given[q] = Math.min(missing, Math.max(0, least(q, time, state.estimate(slot))));
      missing -= given[q];
    }
    return given;
  }

  private boolean sufficient(int slot, int time) {
    int sum = 0;
    for (int q = 0; q < idle.length; q++) {
      sum += least(q, time, state.estimate(slot));
    }
    return sum >= shape(slot).fewestCpus();
  }

  /** The fewest CPUs that a queue has from {@code from} on. */
  private int least(int queue, int from, int seconds) {
    int least = Integer.MAX_VALUE;
    for (int time : times(from, seconds)) {
      int cpus = idleBefore[queue];
      for (Change change : changes) {
        boolean holds = change.from <= time && time < change.to;
        cpus += change.queue == queue && holds ? change.cpus : 0;
      }
      least = Math.min(least, cpus);
    }
    return least;
  }

  /** What is free on each node all the time from {@code from} on. */
  private FreeResources free(int from, int seconds) {
    FreeResources least = null;
    for (int time : times(from, seconds)) {
      FreeResources free = freeBefore.copy();
      for (Held running : runningBefore) {
        if (running.to <= time) {
          free.give(running.placement);
        }
      }
      for (Held other : held) {
        if (other.from <= time && time < other.to) {
          free.take(other.placement);
        }
      }
      for (int i = 0; i < machine().reservations().size(); i++) {
        Reservation reservation = machine().reservations().get(i);
        for (int node : machine().reservedNodes(i)) {
          if (reservation.start() <= time && time < reservation.end()) {
            free.setUsable(node, false);
          }
        }
      }
      for (int node = 0; least != null && node < machine().nodes(); node++) {
        least.setToLesser(node, least, free);
      }
      least = least == null ? free : least;
    }
    return least;
  }

  private TreeSet<Integer> times(int from, int seconds) {
    TreeSet<Integer> times = new TreeSet<>(times().tailSet(from));
    times.add(from);
    times.removeIf(time -> time >= (long) from + seconds);
    return times;
  }

  private TreeSet<Integer> times() {
    TreeSet<Long> all = new TreeSet<>(List.of((long) state.now()));
    changes.forEach(change -> all.addAll(List.of(change.from, change.to)));
    held.forEach(other -> all.addAll(List.of((long) other.from, other.to)));
    runningBefore.forEach(running -> all.add(running.to));
    for (Reservation reservation : machine().reservations()) {
      all.addAll(List.of((long) reservation.start(), (long) reservation.end()));
    }
    TreeSet<Integer> times = new TreeSet<>();
    for (long time : all.tailSet((long) state.now())) {
      if (time < NEVER) {
        times.add((int) time);
      }
    }
    return times;
  }

  private int ownQueue(int slot) {
    return criteria.partition(state.estimate(slot));
  }

  private Shape shape(int slot) {
    return state.nodes().shape(slot);
  }

  private Machine machine() {
    return state.nodes().machine();
  }
}
