package io.gnomon.sim.policy.nodes;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.machine.ConsTres;
import io.gnomon.sim.machine.FreeResources;
import io.gnomon.sim.machine.Placement;
import io.gnomon.sim.machine.Shape;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.order.HeadSelection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * {@link NodeEasy} and {@link NodeFcfs} as their definitions say: every job tested in every pass.
 */
public class PlainNodeEasy implements SchedulingPolicy {
  /** What is kept from other jobs for a head. */
  protected record Held(int head, int start, long end, Placement placement) {}

  private final boolean backfill;
  private final HeadSelection reserved;
  private final ToDoubleFunction<Integer> criterion;
  protected ClusterState state;
  protected ConsTres rules;

  /** A policy whose order prefers a small criterion of the estimate. */
  public PlainNodeEasy(
      boolean backfill, HeadSelection reserved, ToDoubleFunction<Integer> criterionOfEstimate) {
    this.backfill = backfill;
    this.reserved = reserved;
    this.criterion = criterionOfEstimate;
  }

  @Override
  public PolicySpec spec() {
    return PolicySpec.of("plain");
  }

  @Override
  public void adopt(ClusterState adopted) {
    state = adopted;
    rules = new ConsTres(state.nodes().machine());
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int nextTimer() {
    return state.nodes().machine().reservations().stream()
        .mapToInt(reservation -> reservation.end())
        .filter(end -> end > state.now())
        .min()
        .orElse(NEVER);
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
    List<Integer> slots = new ArrayList<>();
    for (int slot = state.waiting().first();
        slot != ClusterState.NONE;
        slot = state.waiting().next(slot)) {
      slots.add(slot);
    }
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
   * What is free from {@code from} on for {@code seconds}.
   *
   * @param exact whether what is held counts only while it is held
   */
  protected final FreeResources least(List<Held> held, int from, int seconds, boolean exact) {
    if (!exact) {
      FreeResources free = released(from);
      takeHeld(held, free, from, (long) from + seconds);
      return free;
    }
    TreeSet<Integer> times = new TreeSet<>(List.of(from));
    held.forEach(other -> times.add(other.start()));
    state.nodes().machine().reservations().forEach(other -> times.add(other.start()));
    FreeResources least = null;
    for (int time : times.tailSet(from)) {
      if (time < (long) from + seconds) {
        FreeResources free = released(time);
        takeHeld(held, free, time, (long) time + 1);
        if (least == null) {
          least = free;
        } else {
          for (int node = 0; node < state.nodes().machine().nodes(); node++) {
            least.setToLesser(node, least, free);
          }
        }
      }
    }
    return least;
  }

  private FreeResources released(int time) {
    Nodes nodes = state.nodes();
    FreeResources free = nodes.free().copy();
    for (int i = 0; i < state.running().size(); i++) {
      if (time > state.now() && Math.max(state.running().end(i), state.now() + 1) <= time) {
        free.give(nodes.placement(state.running().slot(i)));
      }
    }
    return free;
  }

  private void takeHeld(List<Held> held, FreeResources free, int from, long to) {
    for (Held other : held) {
      if (other.start() < to && other.end() > from) {
        free.take(other.placement());
      }
    }
    var machine = state.nodes().machine();
    for (int i = 0; i < machine.reservations().size(); i++) {
      if (machine.reservations().get(i).start() < to
          && machine.reservations().get(i).end() > from) {
        for (int node : machine.reservedNodes(i)) {
          free.setUsable(node, false);
        }
      }
    }
  }
}
