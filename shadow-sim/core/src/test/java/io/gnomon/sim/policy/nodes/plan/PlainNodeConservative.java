package io.gnomon.sim.policy.nodes.plan;

import io.gnomon.model.machine.NodeState;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Reservation;
import io.gnomon.sim.machine.placement.ConsTres;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.PlainPolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * {@link NodeConservative} as its definition says: in every round, each waiting job is searched
 * for, at every time at which anything changes.
 *
 * <p>Nodes of {@code wholeClass} are only ever given to one job each, so that a job is planned on a
 * number of them.
 */
public class PlainNodeConservative extends PlainPolicy {
  /** A reservation. */
  public record Held(int start, int end, Placement placement) {}

  private final boolean guarantee;
  private final boolean shortest;
  private final int wholeClass;
  protected final Map<Integer, Held> guarantees = new HashMap<>(); // null without a possible start
  private ConsTres rules;
  protected boolean stale = true;
  protected boolean compress;
  protected boolean overdue;

  public PlainNodeConservative(boolean guarantee, boolean shortest, int wholeClass) {
    this.guarantee = guarantee;
    this.shortest = shortest;
    this.wholeClass = wholeClass;
  }

  @Override
  public void adopt(ClusterState adopted) {
    super.adopt(adopted);
    rules = new ConsTres(state.nodes().machine());
  }

  @Override
  public void ended(int slot, boolean completed) {
    compress = true;
    stale |= state.expectedEnd(slot) < state.now();
  }

  @Override
  public int nextTimer() {
    int after = overdue ? state.now() + 1 : state.now();
    int next = NEVER;
    for (Held held : guarantees.values()) {
      if (held != null && guarantee && held.start() > after) {
        next = Math.min(next, held.start());
      }
    }
    for (Reservation reservation : state.nodes().machine().reservations()) {
      if (!guarantee && reservation.end() > state.now()) {
        next = Math.min(next, reservation.end());
      }
    }
    return next;
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    overdue = state.isOverdue();
    if (!guarantee) {
      guarantees.clear();
    } else if (stale || overdue) {
      rebuild();
    }
    List<Integer> queue = queue();
    if (compress) {
      for (int slot : queue) {
        Held old = guarantees.remove(state.job(slot));
        if (old != null) {
          Held earlier = earliest(slot, state.now());
          guarantees.put(
              state.job(slot), earlier != null && earlier.start() < old.start() ? earlier : old);
        }
      }
    }
    for (int slot : queue) {
      if (guarantees.get(state.job(slot)) == null) {
        guarantees.put(state.job(slot), earliest(slot, state.now()));
      }
    }
    stale = false;
    compress = false;
    for (int slot : queue) {
      Held held = guarantees.get(state.job(slot));
      if (held != null && held.start() == state.now()) {
        guarantees.remove(state.job(slot));
        dispatcher.start(slot, onIdleNodes(held.placement()));
      }
    }
  }

  protected final void rebuild() {
    Map<Integer, Held> old = new HashMap<>(guarantees);
    guarantees.clear();
    List<Integer> slots = queue();
    slots.removeIf(slot -> old.get(state.job(slot)) == null);
    slots.sort(
        Comparator.comparing((Integer slot) -> old.get(state.job(slot)).start())
            .thenComparing(state::job));
    for (int slot : slots) {
      Held before = old.get(state.job(slot));
      int from = Math.max(state.now(), before.start());
      Held same = new Held(from, from + state.estimate(slot), before.placement());
      guarantees.put(
          state.job(slot),
          free(from, state.estimate(slot)).fits(onFirstNodes(same)) ? same : earliest(slot, from));
    }
  }

  /** The placement on the nodes that {@link #free} shows as free. */
  private Placement onFirstNodes(Held held) {
    FreeResources free = free(held.start(), held.end() - held.start());
    return onNodes(held.placement(), free);
  }

  protected final Placement onIdleNodes(Placement placement) {
    return onNodes(placement, state.nodes().free());
  }

  private Placement onNodes(Placement placement, FreeResources free) {
    Machine machine = state.nodes().machine();
    List<Integer> idle = new ArrayList<>();
    for (int node = 0; node < machine.nodes(); node++) {
      if (machine.classOf(node) == wholeClass && free.isUsable(node) && free.jobs(node) == 0) {
        idle.add(node);
      }
    }
    int[] nodes = placement.nodes();
    for (int i = 0; i < nodes.length; i++) {
      if (machine.classOf(nodes[i]) == wholeClass && !idle.isEmpty()) {
        nodes[i] = idle.remove(0);
      }
    }
    return placement.on(nodes);
  }

  protected final Held earliest(int slot, int from) {
    int seconds = state.estimate(slot);
    TreeSet<Integer> times = new TreeSet<>(List.of(from));
    for (int i = 0; i < state.running().size(); i++) {
      times.add(Math.max(state.running().end(i), state.now() + 1));
    }
    for (Held held : guarantees.values()) {
      if (held != null) {
        times.add(held.end());
      }
    }
    for (Reservation reservation : state.nodes().machine().reservations()) {
      times.add(reservation.end());
    }
    for (int time : times.tailSet(from)) {
      Placement placement = rules.place(state.nodes().shape(slot), free(time, seconds));
      if (placement != null) {
        return new Held(time, time + seconds, placement);
      }
    }
    return null;
  }

  /** What is free all the time from {@code from} on. */
  private FreeResources free(int from, int seconds) {
    TreeSet<Integer> times = new TreeSet<>(List.of(from));
    guarantees.values().forEach(held -> times.add(held == null ? from : held.start()));
    state.nodes().machine().reservations().forEach(reservation -> times.add(reservation.start()));
    FreeResources least = null;
    int whole = Integer.MAX_VALUE;
    for (int time : times.tailSet(from)) {
      if (time < from + seconds) {
        FreeResources free = freeAt(time);
        whole = Math.min(whole, idleAt(time));
        if (least == null) {
          least = free;
        } else {
          for (int node = 0; node < state.nodes().machine().nodes(); node++) {
            least.setToLesser(node, least, free);
          }
        }
      }
    }
    return withWhole(least, whole);
  }

  private FreeResources withWhole(FreeResources least, int whole) {
    Machine machine = state.nodes().machine();
    FreeResources idle = new FreeResources(machine);
    int left = whole;
    for (int node = 0; node < machine.nodes(); node++) {
      if (machine.classOf(node) == wholeClass) {
        least.setToLesser(node, idle, idle);
        least.setUsable(node, left-- > 0);
        if (!least.isUsable(node)) {
          least.set(node, 0, 0, 1, new int[machine.gpuTypes().size()], 0);
        }
      }
    }
    return least;
  }

  private FreeResources freeAt(int time) {
    Nodes nodes = state.nodes();
    FreeResources free = nodes.free().copy();
    for (int i = 0; i < state.running().size(); i++) {
      if (Math.max(state.running().end(i), state.now() + 1) <= time) {
        free.give(nodes.placement(state.running().slot(i)));
      }
    }
    for (Held held : guarantees.values()) {
      if (held != null && held.start() <= time && time < held.end()) {
        free.take(held.placement());
      }
    }
    for (int i = 0; i < nodes.machine().reservations().size(); i++) {
      Reservation reservation = nodes.machine().reservations().get(i);
      for (int node : nodes.machine().reservedNodes(i)) {
        if (reservation.start() <= time && time < reservation.end()) {
          free.setUsable(node, false);
        }
      }
    }
    return free;
  }

  /** Nodes of the class given whole that are idle at a time. */
  private int idleAt(int time) {
    Machine machine = state.nodes().machine();
    int idle = 0;
    for (int node = 0; node < machine.nodes(); node++) {
      if (machine.classOf(node) == wholeClass && state.nodes().state(node) == NodeState.UP) {
        idle++;
      }
    }
    for (int i = 0; i < state.running().size(); i++) {
      if (Math.max(state.running().end(i), state.now() + 1) > time) {
        idle -= whole(state.nodes().placement(state.running().slot(i)));
      }
    }
    for (Held held : guarantees.values()) {
      if (held != null && held.start() <= time && time < held.end()) {
        idle -= whole(held.placement());
      }
    }
    return idle;
  }

  private int whole(Placement placement) {
    int count = 0;
    for (int node : placement.nodes()) {
      count += state.nodes().machine().classOf(node) == wholeClass ? 1 : 0;
    }
    return count;
  }

  protected final List<Integer> queue() {
    List<Integer> slots = waiting();
    Comparator<Integer> order =
        Comparator.comparing((Integer slot) -> -state.nodes().shape(slot).tier());
    if (shortest) {
      order = order.thenComparing(state::estimate);
    }
    slots.sort(order.thenComparing(state::job));
    return slots;
  }
}
