package io.gnomon.controller.cluster;

import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.sim.tune.NoChangeReason;
import org.jspecify.annotations.Nullable;

/** A task that has not ended, with the event that waits for it. */
sealed interface OpenTask {
  /** The event that is held back. */
  ReceivedEvent received();

  /** Simulations of a cluster. */
  sealed interface Simulating extends OpenTask {
    /** The cluster. */
    TrackedCluster tracked();
  }

  /**
   * An evaluation.
   *
   * @param observed the observed slowdown
   * @param objection the reason for not running a study, so that only the past is simulated, or
   *     null
   */
  record Evaluating(
      ReceivedEvent received,
      TrackedCluster tracked,
      double observed,
      @Nullable NoChangeReason objection)
      implements Simulating {}

  /** A backtest. */
  record Backtesting(ReceivedEvent received, TrackedCluster tracked) implements Simulating {}

  /** The slow part of the event. */
  record Preparing(ReceivedEvent received) implements OpenTask {}
}
