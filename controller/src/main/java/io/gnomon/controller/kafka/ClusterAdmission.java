package io.gnomon.controller.kafka;

import java.util.Set;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Which clusters this replica tracks.
 *
 * @param most the most clusters; restored clusters are tracked even beyond it
 * @param allowed the ids of the clusters that may be tracked; all if empty
 * @param tracked returns the number of clusters that are tracked now
 */
public record ClusterAdmission(int most, Set<String> allowed, IntSupplier tracked) {
  /** Whether {@code clusters.allowed} lets a cluster be tracked. */
  boolean allows(String cluster) {
    return allowed.isEmpty() || allowed.contains(cluster);
  }

  /** Returns why a cluster cannot be tracked as a new one, or null if it can. */
  @Nullable String objection(String cluster) {
    if (!allows(cluster)) {
      return "cluster '" + cluster + "' is not in clusters.allowed";
    }
    return tracked.getAsInt() < most
        ? null
        : "clusters.max is "
            + most
            + ", and as many clusters are tracked; raise it, or set clusters.allowed so that"
            + " cluster '"
            + cluster
            + "' has room";
  }
}
