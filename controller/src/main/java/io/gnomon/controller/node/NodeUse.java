package io.gnomon.controller.node;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.machine.placement.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The use of the nodes of a cluster at one instant, and what its waiting jobs wait for. Immutable.
 */
public final class NodeUse {
  private final int second;
  private final List<GroupUse> groups;
  private final Map<Shape, ShapeWait> waits;
  private final Map<WaitReason, Integer> waiting;
  private final Map<WaitingReason, Integer> heldBack;

  /**
   * What the jobs of a shape wait for.
   *
   * @param reason of jobs that end by {@code limit}
   * @param limit the second from which on a reservation takes nodes that a job of the shape needs;
   *     jobs that end later wait for its end
   */
  record ShapeWait(WaitReason reason, int limit) {
    WaitReason of(int now, int estimate) {
      return (long) now + estimate > limit ? WaitReason.RESERVATION : reason;
    }
  }

  NodeUse(
      int second,
      List<GroupUse> groups,
      Map<Shape, ShapeWait> waits,
      Map<WaitReason, Integer> waiting,
      Map<WaitingReason, Integer> heldBack) {
    this.second = second;
    this.groups =
        groups.stream()
            .sorted(Comparator.comparing((GroupUse group) -> -group.nodes().total()))
            .toList();
    this.waits = waits;
    this.waiting = new EnumMap<>(waiting);
    this.heldBack = Collections.unmodifiableMap(new EnumMap<>(heldBack));
  }

  /**
   * Copies what is needed of a state, which must have nodes. The copy costs O(nodes), and O(waiting
   * jobs) if there are reservations or limits; the computation O(nodes for each shape of which jobs
   * wait). It may run on another thread.
   */
  public static Supplier<NodeUse> of(ClusterState state) {
    return new NodeUseComputation(state)::compute;
  }

  /** The second of the state. */
  public int second() {
    return second;
  }

  /** The groups of equal nodes, the largest first. */
  public List<GroupUse> groups() {
    return groups;
  }

  /** The same, at most {@code most}, at least 1; the last one is the sum of those left out. */
  public List<GroupUse> groups(int most) {
    if (groups.size() <= most) {
      return groups;
    }
    List<GroupUse> largest = new ArrayList<>(groups.subList(0, most - 1));
    GroupUse other = GroupUse.empty("other", null);
    for (GroupUse group : groups.subList(most - 1, groups.size())) {
      other = other.plus(group);
    }
    largest.add(other);
    return largest;
  }

  /** The sum of all groups. */
  public GroupUse all() {
    return groups.stream().reduce(GroupUse.empty("all", null), GroupUse::plus);
  }

  /** Numbers of waiting jobs by what they wait for; absent is 0. */
  public int waiting(WaitReason reason) {
    return waiting.getOrDefault(reason, 0);
  }

  /**
   * Numbers of jobs that a limit, a dependency, a begin time or a hold keeps back, by the reason
   * that the scheduler prints; absent is 0.
   */
  public Map<WaitingReason, Integer> heldBack() {
    return heldBack;
  }

  /** Number of waiting jobs. */
  public int waiting() {
    return waiting.values().stream().mapToInt(Integer::intValue).sum();
  }

  /**
   * What a waiting job that no limit holds back waits for; null if no job of its shape waited.
   *
   * @param estimate its requested time in seconds
   */
  public @Nullable WaitReason of(Shape shape, int estimate) {
    ShapeWait wait = waits.get(shape);
    return wait == null ? null : wait.of(second, estimate);
  }
}
