package io.gnomon.controller.cluster;

import io.gnomon.events.cluster.SnapshotReason;
import io.gnomon.events.cluster.SnapshotRequested;
import org.jspecify.annotations.Nullable;

/**
 * Whether what is known of a cluster can be trusted: it cannot from a gap or a contradiction until
 * the scheduler's next snapshot, which it asks for, and not while the scheduler can tell nothing.
 */
public final class MirrorHealth {
  private final String cluster;
  private final SequenceChecker sequence;
  private final SnapshotRequestTimer requestTimer;
  private boolean lost;
  private @Nullable String problem;

  /**
   * Trust in what nobody has told yet.
   *
   * @param patienceSeconds that an answer to a request may take
   */
  MirrorHealth(String cluster, SequenceChecker sequence, int patienceSeconds) {
    this.cluster = cluster;
    this.sequence = sequence;
    requestTimer = new SnapshotRequestTimer(patienceSeconds);
  }

  /** Whether decisions may be made on what is known. */
  boolean trusted() {
    return !lost && problem == null;
  }

  /** Whether the mirror waits for a snapshot. */
  public boolean lost() {
    return lost;
  }

  /** Why the scheduler can tell nothing at present, or null. */
  @Nullable String problem() {
    return problem;
  }

  /** The scheduler has told something, or why it can tell nothing. */
  void setProblem(@Nullable String why) {
    problem = why;
  }

  /**
   * From now on the mirror waits for a snapshot, which is asked for.
   *
   * @return false where it has waited for one already
   */
  boolean markLost(
      long offset, long at, SnapshotReason reason, @Nullable String detail, Outbox out) {
    if (lost) {
      return false;
    }
    lost = true;
    requestTimer.reset();
    requestSnapshot(offset, at, reason, detail, out);
    return true;
  }

  /** The snapshot has come. */
  void restore() {
    lost = false;
    requestTimer.reset();
  }

  /** Asks for a snapshot, unless that was done lately. */
  void requestSnapshot(
      long offset, long at, SnapshotReason reason, @Nullable String detail, Outbox out) {
    if (requestTimer.due(at)) {
      out.publish(
          cluster,
          cluster + "-s" + offset,
          new SnapshotRequested(at, reason, sequence.last(), detail));
    }
  }

  /** What it has asked for, for a checkpoint. */
  public SnapshotRequestTimer requestTimer() {
    return requestTimer;
  }

  /** Restores the state from a checkpoint. */
  public void restore(boolean wasLost, @Nullable String savedProblem) {
    lost = wasLost;
    problem = savedProblem;
  }
}
