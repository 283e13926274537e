package io.gnomon.controller.health;

import io.gnomon.controller.cluster.ClusterController;
import java.util.Collection;
import java.util.List;

/** The clusters that have not answered repeated requests for a snapshot. Stateless. */
public final class MissingSnapshots {
  private static final int PATIENCE = 3;

  private MissingSnapshots() {}

  /** A warning that names the clusters, if there are any. O(1) per cluster. */
  public static List<Problem> problems(Collection<ClusterController> clusters) {
    return Problem.ofClusters(
        ProblemKind.SNAPSHOT_MISSING,
        "no snapshot has arrived from ",
        clusters.stream()
            .filter(one -> one.health().unanswered() >= PATIENCE)
            .map(one -> one.cluster() + " after " + one.health().unanswered() + " requests")
            .toList());
  }
}
