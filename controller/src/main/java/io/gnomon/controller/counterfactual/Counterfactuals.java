package io.gnomon.controller.counterfactual;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.TrackedCluster;
import io.gnomon.controller.listener.OwnerListener;
import io.gnomon.controller.notification.Notification;
import io.gnomon.controller.study.StudyPool;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The slowdown of each cluster without the controller's changes, one point per evaluation. It is
 * simulated from the first change on, and from the restart on after a restart. All methods run on
 * one event loop context.
 */
public final class Counterfactuals implements OwnerListener, Baseline {
  private final StudyPool pool;
  private final Map<String, CounterfactualCluster> clusters = new HashMap<>();

  /**
   * Creates an empty series for each cluster.
   *
   * @param pool runs the simulations; not the pool of decisions
   */
  public Counterfactuals(StudyPool pool) {
    this.pool = pool;
  }

  @Override
  public void eventApplied(ClusterController controller) {
    TrackedCluster tracked = controller.tracked();
    if (tracked != null) {
      clusters
          .computeIfAbsent(controller.cluster(), name -> new CounterfactualCluster(pool))
          .taken(controller, tracked);
    }
  }

  @Override
  public void notificationPublished(Notification notice) {
    CounterfactualCluster found = clusters.get(notice.cluster());
    if (found != null && notice.kind() == Notification.Kind.CHANGED_ELSEWHERE) {
      found.changedElsewhere();
    }
  }

  @Override
  public List<Point> points(String cluster) {
    CounterfactualCluster found = clusters.get(cluster);
    return found == null ? List.of() : found.points();
  }
}
