package io.gnomon.controller.node;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.sim.cluster.ClusterState;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;

/**
 * Computes the use of nodes on worker threads, one computation at a time for each cluster. A result
 * is reused until the next event of the cluster; a request during a computation gets its result.
 * Confined to one event loop context.
 */
public final class NodeFigures {
  private final Vertx vertx;
  private final Map<ClusterController, Made> made = new WeakHashMap<>();

  private record Made(long events, Future<NodeUse> use) {}

  /** Nothing computed yet. */
  public NodeFigures(Vertx vertx) {
    this.vertx = vertx;
  }

  /**
   * Returns the use of the nodes of a cluster.
   *
   * @param state of the cluster, with nodes
   */
  public Future<NodeUse> of(ClusterController cluster, ClusterState state) {
    Made last = made.get(cluster);
    long events = cluster.counters().eventCount();
    if (last != null
        && !last.use().failed()
        && (last.events() == events || !last.use().isComplete())) {
      return last.use();
    }
    Supplier<NodeUse> computation = NodeUse.of(state);
    Future<NodeUse> use = vertx.executeBlocking(computation::get, false);
    made.put(cluster, new Made(events, use));
    return use;
  }
}
