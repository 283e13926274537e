package io.gnomon.controller.cluster.tracked;

import io.gnomon.controller.mirror.RejectedEventException;
import org.jspecify.annotations.Nullable;

/**
 * The slow part of applying a large event. It may run on any thread, as long as the cluster is only
 * read meanwhile; what remains is quick.
 */
public abstract sealed class SlowPart permits SnapshotReplacement, DeclarationExpansion {
  final @Nullable TrackedCluster known;
  private @Nullable Throwable failure;

  /** A part for a known cluster, or null for a new one. */
  SlowPart(@Nullable TrackedCluster known) {
    this.known = known;
  }

  abstract void work() throws RejectedEventException;

  /** Runs; call it once. A failure is thrown when the event is applied. */
  public final SlowPart run() {
    try {
      work();
    } catch (RejectedEventException | RuntimeException | Error thrown) {
      failure = thrown;
      if (known != null) {
        known.mirror().keepRoom();
      }
    }
    return this;
  }

  /** Throws the failure, if it failed. */
  final void check() throws RejectedEventException {
    if (failure instanceof RejectedEventException rejection) {
      throw rejection;
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException fault) {
      throw fault;
    }
  }
}
