package io.gnomon.controller.cluster.tracked;

import io.gnomon.controller.mirror.RejectedEventException;
import io.gnomon.controller.mirror.SnapshotComparison;
import io.gnomon.events.config.Configuration;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.SchedulingPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The slow part of replacing a tracked cluster's queue by a snapshot: the comparison with the
 * mirror, the adoption of the jobs by the policy in force, and, if the snapshot reports other nodes
 * or accounts, the translation of what was learned. O(n log n) for n jobs.
 */
public final class SnapshotReplacement extends SlowPart {
  private final TrackedCluster cluster;
  private final SnapshotComparison comparison;
  private final Configuration configuration;
  private @Nullable SchedulingPolicy policy;
  private @Nullable Runnable translation;

  SnapshotReplacement(TrackedCluster cluster, SnapshotComparison comparison) {
    super(cluster);
    this.cluster = cluster;
    this.comparison = comparison;
    Configuration reported = comparison.snapshot().configuration();
    configuration = reported == null ? cluster.configuration() : reported;
  }

  @Override
  void work() throws RejectedEventException {
    ClusterState state = comparison.run().replacement();
    if (state != null) {
      policy = SimulatedConfiguration.adopting(configuration, state);
      translation = cluster.translationTo(state);
    }
  }

  /** The configuration in force with the snapshot. */
  Configuration configuration() {
    return configuration;
  }

  /** The policy of the configuration; null if the snapshot confirms the mirror. */
  @Nullable SchedulingPolicy policy() {
    return policy;
  }

  /** What takes over the translation of what was learned; null if it stays as it is. */
  @Nullable Runnable translation() {
    return translation;
  }

  /** The comparison. */
  SnapshotComparison comparison() throws RejectedEventException {
    check();
    return comparison;
  }
}
