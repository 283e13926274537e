package io.gnomon.controller.mirror;

import io.gnomon.events.InvalidJob;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.sim.cluster.ClusterState;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of a snapshot with a mirror, which is slow for many jobs. It reads the mirror and
 * a copy of its state: it may run on any thread, as long as the mirror is only read meanwhile. O(n
 * log n) for n jobs.
 */
public final class SnapshotComparison {
  private final Mirror mirror;
  private final ClusterState before;
  private final JobNames former;
  private final ClusterSnapshot snapshot;
  private final List<InvalidJob> invalid;
  private @Nullable SnapshotReconciliation result;

  SnapshotComparison(Mirror mirror, ClusterSnapshot snapshot, List<InvalidJob> invalid) {
    this.mirror = mirror;
    before = mirror.state().fork();
    former = mirror.jobs();
    this.snapshot = snapshot;
    this.invalid = invalid;
  }

  /**
   * Compares, and returns this; call it once.
   *
   * @throws RejectedEventException if the snapshot is not valid
   */
  public SnapshotComparison run() throws RejectedEventException {
    result = new SnapshotReconciliation(mirror, before, snapshot, invalid);
    return this;
  }

  /** The snapshot. */
  public ClusterSnapshot snapshot() {
    return snapshot;
  }

  /** The state that replaces that of the mirror, or null if the snapshot confirms the mirror. */
  public @Nullable ClusterState replacement() {
    return result().confirms() ? null : result().state();
  }

  /** The slot that a job had before the snapshot, or {@link ClusterState#NONE}. */
  public int formerSlot(String job) {
    return former.slot(job);
  }

  SnapshotReconciliation result() {
    return Objects.requireNonNull(result, "the comparison has not run");
  }
}
