package io.gnomon.controller.node;

import io.gnomon.model.machine.NodeState;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NodeClass;
import io.gnomon.sim.machine.Reservation;
import io.gnomon.sim.machine.placement.ConsTres;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placer;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.machine.placement.Shortage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A copy of what a {@link NodeUse} is computed from, and the computation. */
final class NodeUseComputation {
  private static final int MOST_RESERVATIONS = 100;

  private final Machine machine;
  private final int now;
  private final FreeResources free;
  private final NodeState[] states;
  private final List<Waiting> waiting = new ArrayList<>();
  private final List<Integer> reservations; // that have not ended, by start
  private final Map<WaitingReason, Integer> heldBack = new EnumMap<>(WaitingReason.class);
  private int limited;

  /**
   * Waiting jobs of a shape that no limit holds back.
   *
   * @param estimates of each; empty if there are no reservations
   */
  private record Waiting(Shape shape, int jobs, int[] estimates) {}

  NodeUseComputation(ClusterState state) {
    Nodes nodes = state.nodes();
    machine = nodes.machine();
    now = state.now();
    free = nodes.free().copy();
    states = new NodeState[machine.nodes()];
    for (int node = 0; node < states.length; node++) {
      states[node] = nodes.state(node);
    }
    List<Reservation> all = machine.reservations();
    reservations =
        IntStream.range(0, all.size())
            .boxed()
            .filter(i -> all.get(i).end() > now)
            .sorted(Comparator.comparing(i -> all.get(i).start()))
            .limit(MOST_RESERVATIONS)
            .toList();
    for (int i = 0; i < nodes.waitingShapes(); i++) {
      int id = nodes.waitingShape(i);
      waiting.add(waiting(state, nodes.shapes().get(id), nodes.waiting(id)));
    }
    if (state.hasConditions()) {
      state.forEachActive(
          slot -> {
            if (state.phase(slot) == JobPhase.HELD) {
              count(state.conditions().reason(slot, now));
            }
          });
    }
  }

  private void count(@Nullable WaitingReason reason) {
    if (reason != null) {
      heldBack.merge(reason, 1, Integer::sum);
    }
  }

  private Waiting waiting(ClusterState state, Shape shape, WaitingQueue queue) {
    if (reservations.isEmpty() && !state.hasLimits()) {
      return new Waiting(shape, queue.size(), new int[0]);
    }
    int[] estimates = new int[queue.size()];
    int jobs = 0;
    for (int slot = queue.first(); slot != ClusterState.NONE; slot = queue.next(slot)) {
      WaitingReason limit = state.hasLimits() ? state.limiting().reason(state, slot) : null;
      if (limit != null) {
        limited++;
        count(limit);
      } else {
        estimates[jobs++] = state.estimate(slot);
      }
    }
    return new Waiting(
        shape, jobs, reservations.isEmpty() ? new int[0] : Arrays.copyOf(estimates, jobs));
  }

  NodeUse compute() {
    Map<Shape, NodeUse.ShapeWait> waits = new IdentityHashMap<>();
    Map<WaitReason, Integer> counts = new EnumMap<>(WaitReason.class);
    if (limited > 0) {
      counts.put(WaitReason.LIMIT, limited);
    }
    Placer placer = new ConsTres(machine);
    BitSet fit = new BitSet();
    boolean anyWaits = false;
    for (Waiting jobs : waiting) {
      NodeUse.ShapeWait wait = wait(jobs.shape, placer);
      waits.put(jobs.shape, wait);
      if (jobs.jobs > 0) {
        anyWaits = true;
        addFit(jobs.shape, placer, fit);
      }
      if (reservations.isEmpty()) {
        counts.merge(wait.reason(), jobs.jobs, Integer::sum);
      }
      for (int estimate : jobs.estimates) {
        counts.merge(wait.of(now, estimate), 1, Integer::sum);
      }
    }
    if (!anyWaits) {
      fit.set(0, machine.nodes());
    }
    return new NodeUse(now, groups(fit), waits, counts, heldBack);
  }

  /** Adds the nodes on which a job of the shape, or a part of it, could run now. */
  private void addFit(Shape shape, Placer placer, BitSet fit) {
    for (int i = 0; i < shape.partitions(); i++) {
      int least = placer.leastTasks(shape, i);
      for (int node : shape.nodes(i)) {
        if (!fit.get(node) && placer.tasks(shape, i, free, node) >= least) {
          fit.set(node);
        }
      }
    }
  }

  private NodeUse.ShapeWait wait(Shape shape, Placer placer) {
    WaitReason reason =
        shape.isPossible() ? WaitReason.of(Shortage.of(shape, free, placer)) : WaitReason.CAPACITY;
    int limit = reason == WaitReason.QUEUE ? limit(shape, placer) : Integer.MAX_VALUE;
    return new NodeUse.ShapeWait(reason, limit);
  }

  /** The start of the first reservation that leaves too little; a binary search. */
  private int limit(Shape shape, Placer placer) {
    int enough = 0;
    int tooMany = reservations.size() + 1;
    int tried = reservations.size(); // most jobs fit beside all of them
    while (enough + 1 < tooMany) {
      if (placer.fits(shape, beside(tried, shape))) {
        enough = tried;
      } else {
        tooMany = tried;
      }
      tried = (enough + tooMany) / 2;
    }
    return enough == reservations.size()
        ? Integer.MAX_VALUE
        : Math.max(now, machine.reservations().get(reservations.get(enough)).start());
  }

  /** What is free for a shape beside the first {@code count} reservations. */
  private FreeResources beside(int count, Shape shape) {
    FreeResources unreserved = free.copy();
    for (int reservation : reservations.subList(0, count)) {
      for (int node : machine.reservedNodes(reservation)) {
        if (reservation != shape.reservation()) {
          unreserved.setUsable(node, false);
        }
      }
    }
    return unreserved;
  }

  private List<GroupUse> groups(BitSet fit) {
    List<NodeClass> alike = machine.classes().stream().map(NodeUseComputation::hardware).toList();
    Map<NodeClass, GroupUse> groups = new LinkedHashMap<>();
    for (int node = 0; node < states.length; node++) {
      NodeClass kind = alike.get(machine.classOf(node));
      groups.merge(kind, use(node, kind, fit.get(node)), GroupUse::plus);
    }
    return List.copyOf(groups.values());
  }

  /** The class without what does not count for use. */
  private static NodeClass hardware(NodeClass kind) {
    return new NodeClass(kind.cpus(), 1, kind.memory(), kind.gpus(), Set.of(), 1);
  }

  private static String name(NodeClass kind) {
    if (kind.memory() != NodeClass.UNKNOWN_MEMORY) {
      return kind.inWords();
    }
    StringBuilder words = new StringBuilder(kind.cpus() + " CPUs");
    new TreeMap<>(kind.gpus()).forEach((type, count) -> words.append(", " + count + " " + type));
    return words.toString();
  }

  private GroupUse use(int node, NodeClass kind, boolean fit) {
    ResourceAmount.Access access =
        !free.isUsable(node)
            ? ResourceAmount.Access.CLOSED
            : fit ? ResourceAmount.Access.OPEN : ResourceAmount.Access.UNFIT;
    Map<String, ResourceAmount> gpus = new TreeMap<>();
    for (int type = 0; type < machine.gpuTypes().size(); type++) {
      int has = kind.gpus().getOrDefault(machine.gpuTypes().get(type), 0);
      if (has > 0) {
        gpus.put(
            machine.gpuTypes().get(type),
            ResourceAmount.onNode(has, free.gpus(node, type), access));
      }
    }
    return new GroupUse(
        name(kind),
        kind,
        NodeCounts.one(states[node], free.jobs(node) > 0),
        ResourceAmount.onNode(kind.cpus(), free.cpus(node), access),
        kind.memory() == NodeClass.UNKNOWN_MEMORY
            ? ResourceAmount.NOTHING
            : ResourceAmount.onNode(kind.memory(), free.memory(node), access),
        gpus);
  }
}
