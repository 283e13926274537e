package io.gnomon.controller.health;

import io.gnomon.controller.cluster.ClusterController;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** The clusters that have not answered repeated requests for a snapshot. Stateless. */
public final class MissingSnapshots {
  private static final int PATIENCE = 3;
  private static final int NAMED = 5;

  private MissingSnapshots() {}

  /** A warning that names the clusters, if there are any. O(1) per cluster. */
  public static List<Problem> problems(Collection<ClusterController> clusters) {
    List<ClusterController> blind =
        clusters.stream().filter(one -> one.health().unanswered() >= PATIENCE).toList();
    if (blind.isEmpty()) {
      return List.of();
    }
    String names =
        blind.stream()
            .map(one -> one.cluster() + " has not answered " + one.health().unanswered())
            .sorted()
            .limit(NAMED)
            .collect(Collectors.joining(", "));
    int others = blind.size() - Math.min(NAMED, blind.size());
    return List.of(
        new Problem(
            ProblemKind.SNAPSHOT_MISSING,
            names
                + " requests for a snapshot"
                + (others == 0 ? "" : "; nor have " + others + " more clusters")));
  }
}
