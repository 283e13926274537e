package io.gnomon.controller.counterfactual;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.listener.OwnerListener;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.sim.effect.ClusterEffect;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;

/**
 * Simulates the shadows of all clusters: without Gnomon's changes, and with all its
 * recommendations. If the simulations of a cluster fall behind, its owner waits, so that memory is
 * bounded and the results do not depend on the speed. All methods run on one event loop context.
 */
public final class Counterfactuals implements OwnerListener {
  private final StudyPool pool;
  private final Map<String, ShadowRunner> clusters = new HashMap<>();

  /**
   * Without clusters.
   *
   * @param pool runs the simulations
   */
  public Counterfactuals(StudyPool pool) {
    this.pool = pool;
  }

  @Override
  public void eventApplied(ClusterController controller) {
    TrackedCluster tracked = controller.tracked();
    if (tracked != null) {
      runner(controller.cluster(), tracked.effect()).run();
    }
  }

  @Override
  public void clusterLeft(ClusterController controller) {
    TrackedCluster tracked = controller.tracked();
    ShadowRunner known = clusters.get(controller.cluster());
    // after a quick return of the partition, the runner is of the new owner's controller
    if (known != null && (tracked == null || known.isOf(tracked.effect()))) {
      clusters.remove(controller.cluster());
      known.stop();
    }
  }

  private ShadowRunner runner(String cluster, ClusterEffect effect) {
    ShadowRunner known = clusters.get(cluster);
    if (known == null || !known.isOf(effect)) {
      known = new ShadowRunner(cluster, pool, effect);
      clusters.put(cluster, known);
    }
    return known;
  }

  @Override
  public Future<Void> room(ClusterController controller) {
    ShadowRunner known = clusters.get(controller.cluster());
    return known == null ? Future.succeededFuture() : known.room();
  }
}
