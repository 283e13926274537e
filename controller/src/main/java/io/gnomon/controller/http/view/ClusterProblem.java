package io.gnomon.controller.http.view;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.health.Problem;
import io.gnomon.controller.operation.Freeze;
import io.gnomon.events.EventData;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Why Gnomon does not act on a cluster at present, and what to do.
 *
 * @param what the problem, or null if there is none
 * @param remedy what to do, or null if there is no problem
 */
record ClusterProblem(@Nullable String what, @Nullable String remedy) {
  private static final ClusterProblem NONE = new ClusterProblem(null, null);

  /**
   * The most important problem of a cluster.
   *
   * @param silent what is wrong with the producer of its events, or null
   */
  static ClusterProblem of(ClusterController cluster, @Nullable Problem silent) {
    TrackedCluster tracked = cluster.tracked();
    String reported = cluster.problem();
    if (reported != null) {
      return new ClusterProblem(
          reported,
          "Check the scheduler and its bridge; Gnomon continues when the bridge reports again.");
    }
    if (silent != null) {
      return new ClusterProblem(silent.detail(), silent.kind().remedy());
    }
    String clock = cluster.health().clockProblem();
    if (clock != null) {
      return new ClusterProblem(
          clock,
          "Check the clock of the scheduler and of its producers. Gnomon has requested a snapshot;"
              + " if the scheduler's clock was set, it must follow a declaration.");
    }
    String fault = cluster.health().fault();
    if (fault != null) {
      return new ClusterProblem(
          fault + "; no commands are sent until the scheduler's next snapshot",
          "Gnomon has requested a snapshot and goes on after it. If it happens again, report the"
              + " stack trace in the log.");
    }
    if (cluster.health().lost()) {
      return new ClusterProblem(
          "events of the scheduler are missing or contradict the mirror, so no commands are sent",
          "Gnomon has requested a snapshot; check that the bridge runs and can publish events.");
    }
    if (tracked == null) {
      return new ClusterProblem(
          "the cluster has not been declared",
          "Start its bridge, or send cluster.declared and cluster.snapshot.");
    }
    long now = tracked.mirror().now();
    return cluster.controls().freezes().stream()
        .filter(freeze -> freeze.holds(now))
        .findFirst()
        .map(ClusterProblem::frozen)
        .orElse(NONE);
  }

  private static ClusterProblem frozen(Freeze freeze) {
    return new ClusterProblem(
        freeze.until() == EventData.NONE
            ? "changes are frozen without an end"
            : "changes are frozen until " + Instant.ofEpochSecond(freeze.until()),
        "Lift the freeze to allow changes again.");
  }
}
