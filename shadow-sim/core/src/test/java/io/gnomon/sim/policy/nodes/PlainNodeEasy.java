package io.gnomon.sim.policy.nodes;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Reservation;
import io.gnomon.sim.machine.placement.ConsTres;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.PlainPolicy;
import io.gnomon.sim.policy.order.HeadSelection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * {@link NodeEasy} as its definition says: every job is tested in every pass, and what is free is
 * added up from the nodes and the placements each time. Shares only the rules of placement.
 */
public class PlainNodeEasy extends PlainPolicy {
  /** What is kept from other jobs for a head. */
  protected record Held(int head, int start, long end, Placement placement) {}

  private static final int CPUS = 0;
  private static final int MEMORY = 1;
  private static final int JOBS = 2;
  private static final int GPUS = 3; // the first type

  private final boolean backfill;
  private final HeadSelection reserved;
  private final ToDoubleFunction<Integer> criterion;
  protected ConsTres rules;

  /** A policy whose order prefers a small criterion of the estimate. */
  public PlainNodeEasy(
      boolean backfill, HeadSelection reserved, ToDoubleFunction<Integer> criterionOfEstimate) {
    this.backfill = backfill;
    this.reserved = reserved;
    this.criterion = criterionOfEstimate;
  }

  @Override
  public void adopt(ClusterState adopted) {
    super.adopt(adopted);
    rules = new ConsTres(state.nodes().machine());
  }

  @Override
  public int nextTimer() {
    return nextEndOfReservation();
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    List<Held> held = new ArrayList<>();
    List<Integer> heads = new ArrayList<>();
    boolean[] closed = new boolean[state.nodes().machine().partitions().size()];
    if (reserved != HeadSelection.NONE) {
      for (int slot : queue(reserved == HeadSelection.ORDER)) {
        Shape shape = state.nodes().shape(slot);
        boolean open = false;
        for (int i = 0; i < shape.partitions(); i++) {
          open |= !closed[shape.partition(i)];
        }
        if (!shape.isPossible() || !open) {
          continue;
        }
        Placement placement =
            rules.place(shape, least(held, state.now(), state.estimate(slot), true), closed);
        if (placement != null) {
          dispatcher.start(slot, placement);
        } else {
          heads.add(slot);
          for (int i = 0; i < shape.partitions(); i++) {
            closed[shape.partition(i)] = true;
          }
        }
      }
    }
    if (!backfill) {
      return;
    }
    backfill(dispatcher, heads);
  }

  /** Starts jobs beside the heads. */
  protected void backfill(Dispatcher dispatcher, List<Integer> heads) {
    List<Held> held = reserve(heads);
    for (int slot : queue(true)) {
      if (!heads.contains(slot)) {
        FreeResources free = least(held, state.now(), state.estimate(slot), true);
        Placement placement = rules.place(state.nodes().shape(slot), free);
        if (placement != null) {
          dispatcher.start(slot, placement);
        }
      }
    }
  }

  /** Reserves for the heads, one after the other. */
  protected final List<Held> reserve(List<Integer> heads) {
    List<Held> held = new ArrayList<>();
    for (int head : heads) {
      reserve(head, held);
    }
    return held;
  }

  /** The waiting jobs by tier, then in the policy's order or by arrival. */
  protected final List<Integer> queue(boolean ordered) {
    List<Integer> slots = waiting();
    Comparator<Integer> order =
        Comparator.comparing((Integer slot) -> -state.nodes().shape(slot).tier());
    if (ordered) {
      order = order.thenComparing(slot -> criterion.applyAsDouble(state.estimate(slot)));
    }
    slots.sort(order.thenComparing(state::job));
    return slots;
  }

  /** The first time at which the job fits, if all jobs end as expected. */
  private void reserve(int slot, List<Held> held) {
    TreeSet<Integer> times = new TreeSet<>(List.of(state.now()));
    for (int i = 0; i < state.running().size(); i++) {
      times.add(Math.max(state.running().end(i), state.now() + 1));
    }
    held.forEach(other -> times.add((int) Math.min(other.end(), Integer.MAX_VALUE)));
    state.nodes().machine().reservations().forEach(other -> times.add(other.end()));
    for (int time : times.tailSet(state.now())) {
      if (time == Integer.MAX_VALUE) {
        return;
      }
      FreeResources free = least(held, time, state.estimate(slot), false);
      Placement placement = rules.reserve(state.nodes().shape(slot), free, state.nodes().free());
      if (placement != null) {
        held.add(new Held(slot, time, (long) time + state.estimate(slot), placement));
        return;
      }
    }
  }

  /**
   * What is free from {@code from} on for {@code seconds}, added up from what each node has.
   *
   * @param exact whether what is held counts only while it is held
   */
  protected final FreeResources least(List<Held> held, int from, int seconds, boolean exact) {
    Machine machine = state.nodes().machine();
    long end = (long) from + seconds;
    TreeSet<Integer> times = new TreeSet<>(List.of(from));
    if (exact) {
      held.forEach(other -> times.add(other.start()));
      machine.reservations().forEach(reservation -> times.add(reservation.start()));
      times.removeIf(time -> time < from || time >= end);
    }
    FreeResources least = new FreeResources(machine);
    for (int node = 0; node < machine.nodes(); node++) {
      int[] of = free(node, held, from, exact ? (long) from + 1 : end);
      boolean usable = true;
      for (int time : times) {
        long to = exact ? (long) time + 1 : end;
        int[] then = free(node, held, time, to);
        for (int i = 0; i < of.length; i++) {
          of[i] = i == JOBS ? Math.max(of[i], then[i]) : Math.min(of[i], then[i]);
        }
        usable &= !isReserved(node, time, to);
      }
      least.set(node, of[CPUS], of[MEMORY], of[JOBS], of, GPUS);
      least.setUsable(node, usable);
    }
    return least;
  }

  /** CPUs, memory, jobs and GPUs of a node beside the jobs that run, or are held, until later. */
  private int[] free(int node, List<Held> held, int from, long to) {
    NodeClass kind = state.nodes().machine().nodeClass(node);
    List<String> types = state.nodes().machine().gpuTypes();
    int[] free = new int[GPUS + types.size()];
    free[CPUS] = kind.cpus();
    free[MEMORY] = kind.memory();
    for (int type = 0; type < types.size(); type++) {
      free[GPUS + type] = kind.gpus().getOrDefault(types.get(type), 0);
    }
    for (int i = 0; i < state.running().size(); i++) {
      int slot = state.running().slot(i);
      boolean ends = from > state.now() && state.running().end(i) <= from;
      if (!ends) {
        takeFrom(free, node, state.nodes().placement(slot));
      }
    }
    for (Held other : held) {
      if (other.start() < to && other.end() > from) {
        takeFrom(free, node, other.placement());
      }
    }
    return free;
  }

  private static void takeFrom(int[] free, int node, Placement placement) {
    for (int i = 0; i < placement.size(); i++) {
      if (placement.node(i) == node) {
        free[CPUS] -= placement.cpus(i);
        free[MEMORY] -= placement.memory(i);
        free[JOBS]++;
        for (int type = 0; type < free.length - GPUS; type++) {
          free[GPUS + type] -= placement.gpus(i, type);
        }
      }
    }
  }

  /** Whether a reservation of the machine keeps jobs off a node. */
  private boolean isReserved(int node, int from, long to) {
    Machine machine = state.nodes().machine();
    for (int i = 0; i < machine.reservations().size(); i++) {
      Reservation reservation = machine.reservations().get(i);
      if (reservation.start() < to
          && reservation.end() > from
          && IntStream.of(machine.reservedNodes(i)).anyMatch(reserved -> reserved == node)) {
        return true;
      }
    }
    return false;
  }
}
