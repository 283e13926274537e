package io.gnomon.controller.counterfactual;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ControllerState;
import io.gnomon.controller.cluster.TrackedCluster;
import io.gnomon.controller.counterfactual.Baseline.Point;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.forecast.Counterfactual;
import io.gnomon.sim.policy.InvalidPolicyException;
import io.gnomon.sim.policy.Policies;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One cluster without the controller's changes. Before the first change it equals the cluster;
 * after it, each evaluation simulates one step. The simulation restarts if the configuration is
 * changed outside Gnomon, the capacity changes, the mirror is not trusted, or too many steps wait.
 */
final class CounterfactualCluster {
  private static final Logger LOG = LoggerFactory.getLogger(CounterfactualCluster.class);
  private static final int MAX_POINTS = 512;
  private static final int MAX_PENDING = 16;

  private final StudyPool pool;
  private final ArrayDeque<Point> points = new ArrayDeque<>();
  private int nextEvaluationSeen = -1;
  private @Nullable Counterfactual untuned;
  // whether the cluster has been changed since the counterfactual started
  private boolean diverged;
  private Future<Double> lastStep = Future.succeededFuture();
  private int pending;

  CounterfactualCluster(StudyPool pool) {
    this.pool = pool;
  }

  List<Point> points() {
    return List.copyOf(points);
  }

  /** Adds a point if the cluster has been evaluated since the last call. O(1) otherwise. */
  void taken(ClusterController controller, TrackedCluster tracked) {
    int next = tracked.tuner().nextEvaluation();
    if (controller.state() == ControllerState.DEGRADED) {
      reset();
    } else if (nextEvaluationSeen >= 0 && next != nextEvaluationSeen) {
      evaluated(controller.formerPolicy(), tracked);
    }
    nextEvaluationSeen = next;
  }

  /** Restarts after a change of the configuration outside Gnomon. */
  void changedElsewhere() {
    reset();
  }

  private void evaluated(@Nullable String former, TrackedCluster tracked) {
    Counterfactual current = untuned;
    if (current == null
        || current.processors() != tracked.mirror().state().processors()
        || pending >= MAX_PENDING
        || (!diverged && former == null)) {
      begin(tracked, former);
    } else {
      diverged = true;
      step(tracked, current);
    }
  }

  private void reset() {
    if (untuned != null) {
      untuned.cancel();
    }
    untuned = null;
    diverged = false;
  }

  /** Starts the simulation under the policy before the last change. */
  private void begin(TrackedCluster tracked, @Nullable String former) {
    reset();
    Counterfactual present =
        new Counterfactual(
            tracked.mirror().state(),
            tracked.policy(),
            tracked.tuner().history(),
            tracked.tuner().window());
    try {
      untuned =
          former == null
              ? present
              : present.under(Policies.create(former), tracked.tuner().history());
      diverged = former != null;
      if (!diverged) {
        add(tracked.mirror().now(), tracked.tuner().observe(tracked.mirror().state()));
      }
    } catch (InvalidPolicyException unknown) {
      LOG.info("no counterfactual of policy '{}', which cannot be simulated", former);
    }
  }

  private void step(TrackedCluster tracked, Counterfactual current) {
    long at = tracked.mirror().now();
    ClusterState live = tracked.mirror().state();
    Counterfactual.Step step =
        current.until(live, tracked.tuner().history(), tracked.tuner().sampledRuntimes(live));
    pending++;
    lastStep =
        lastStep
            .transform(before -> pool.run(new StudyPool.Work<>(step::run, current::cancel)))
            .onComplete(
                done -> {
                  pending--;
                  if (untuned == current) {
                    took(at, done);
                  }
                });
  }

  private void took(long at, AsyncResult<Double> done) {
    if (done.succeeded()) {
      add(at, done.result());
    } else {
      LOG.warn(
          "the counterfactual simulation failed and restarts at the next evaluation: {}",
          done.cause().toString());
      reset();
    }
  }

  private void add(long at, double slowdown) {
    points.addLast(new Point(at, slowdown));
    if (points.size() > MAX_POINTS) {
      points.removeFirst();
    }
  }
}
