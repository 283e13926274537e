package io.gnomon.sim.policy.nodes.plan;

import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.NodeNeed;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Placer;
import io.gnomon.sim.machine.placement.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a shape needs in each place at least, for the whole job or a part of it. Immutable, safe to
 * share.
 */
final class PlaceNeeds {
  private static final NodeNeed[] NONE = {};

  private final NodeNeed[][] needs; // by place; several if partitions differ
  private final int[] places;
  private final boolean local;
  private final int minNodes;

  PlaceNeeds(Shape shape, NodeGroups groups, Placer placer, FreeResources idle) {
    needs = new NodeNeed[groups.size()][];
    Arrays.fill(needs, NONE);
    BitSet used = new BitSet();
    boolean oneNode = true;
    int fewest = Integer.MAX_VALUE;
    for (int i = 0; i < shape.partitions(); i++) {
      oneNode &= shape.isForOneNode(i);
      fewest = Math.min(fewest, shape.minNodes(i));
      for (int node : shape.nodes(i)) {
        int place = groups.placeOf(node, shape.reservation());
        NodeNeed need = placer.need(shape, i, node);
        if (need != null) {
          used.set(place);
          add(place, groups.isCounted(place) ? NodeNeed.ofCpus(1) : need);
        }
      }
    }
    places = used.stream().toArray();
    boolean onePlace = places.length == 1 && shape.partitions() == 1;
    if (onePlace && groups.isCounted(places[0]) && shape.isPossible()) {
      needs[places[0]] = new NodeNeed[] {NodeNeed.ofCpus(nodes(shape, placer, idle))};
      oneNode = true;
    }
    local = oneNode;
    minNodes = fewest;
  }

  private static int nodes(Shape shape, Placer placer, FreeResources idle) {
    Placement placement = placer.place(shape, idle);
    return placement == null ? 1 : placement.size();
  }

  private void add(int place, NodeNeed need) {
    List<NodeNeed> known = new ArrayList<>(List.of(needs[place]));
    if (known.stream().noneMatch(other -> isSame(need, other))) {
      known.add(need);
      needs[place] = known.toArray(NodeNeed[]::new);
    }
  }

  private static boolean isSame(NodeNeed a, NodeNeed b) {
    return a.cpus() == b.cpus()
        && a.memory() == b.memory()
        && a.mostJobs() == b.mostJobs()
        && a.gpus() == b.gpus()
        && Arrays.equals(a.gpusByType(), b.gpusByType());
  }

  /** Number of places of the cluster. */
  int size() {
    return needs.length;
  }

  /** The places that the shape can use. */
  int[] places() {
    return places;
  }

  /** Whether a job of the shape runs in one place. */
  boolean isLocal() {
    return local;
  }

  /** The fewest nodes of a job. */
  int minNodes() {
    return minNodes;
  }

  boolean uses(int place) {
    return needs[place].length > 0;
  }

  /** The alternative needs in a place. */
  NodeNeed[] at(int place) {
    return needs[place];
  }

  /** Like {@link Timeline#firstFit}, for the first of the needs that is met. */
  int firstFit(Timeline timeline, int place, int from, int limit, int seconds) {
    NodeNeed[] here = needs[place];
    int first = timeline.firstFit(from, limit, seconds, here[0]);
    for (int i = 1; i < here.length; i++) {
      first = Math.min(first, timeline.firstFit(from, limit, seconds, here[i]));
    }
    return first;
  }

  @Override
  public String toString() {
    return "places "
        + Arrays.toString(places)
        + IntStream.of(places).mapToObj(place -> needs[place][0]).toList();
  }
}
