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
 * For each cluster, the slowdown that it would have without the controller's changes, look by look.
 * Simulated beside the decisions, from where the first change parted from it; after a restart anew
 * from there. On one event loop context.
 */
public final class Counterfactuals implements OwnerListener, Baseline {
  private final StudyPool pool;
  private final Map<String, CounterfactualCluster> clusters = new HashMap<>();

  /**
   * No figures yet.
   *
   * @param pool where they are simulated; no decision's
   */
  public Counterfactuals(StudyPool pool) {
    this.pool = pool;
  }

  @Override
  public void taken(ClusterController controller) {
    TrackedCluster followed = controller.followed();
    if (followed != null) {
      clusters
          .computeIfAbsent(controller.cluster(), name -> new CounterfactualCluster(pool))
          .taken(controller, followed);
    }
  }

  @Override
  public void told(Notification notice) {
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
