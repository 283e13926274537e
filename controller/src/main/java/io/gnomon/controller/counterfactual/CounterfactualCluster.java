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
 * One cluster as it would be without the controller's changes. As long as there is none it is the
 * cluster itself; from the first change on it is simulated, a step at each look. It begins anew
 * where a hand other than the controller's has changed the configuration, the capacity is another
 * one, the mirror could not be trusted for a while, or too many steps wait.
 */
final class CounterfactualCluster {
  private static final Logger LOG = LoggerFactory.getLogger(CounterfactualCluster.class);
  private static final int REMEMBERED = 512;
  private static final int MOST_PENDING = 16;

  private final StudyPool pool;
  private final ArrayDeque<Point> points = new ArrayDeque<>();
  private int nextLook = -1;
  private @Nullable Counterfactual untuned;
  // whether the cluster has been changed since the counterfactual was begun
  private boolean parted;
  private Future<Double> lastStep = Future.succeededFuture();
  private int pending;

  CounterfactualCluster(StudyPool pool) {
    this.pool = pool;
  }

  List<Point> points() {
    return List.copyOf(points);
  }

  /** Sees whether the cluster has been looked at; compares two numbers where it has not. */
  void taken(ClusterController controller, TrackedCluster followed) {
    int next = followed.tuner().nextEvaluation();
    if (controller.life() == ControllerState.DEGRADED) {
      forget();
    } else if (nextLook >= 0 && next != nextLook) {
      look(controller.formerPolicy(), followed);
    }
    nextLook = next;
  }

  /** Somebody else has changed the configuration, which is the untuned one from now on. */
  void changedElsewhere() {
    forget();
  }

  private void look(@Nullable String former, TrackedCluster followed) {
    Counterfactual known = untuned;
    if (known == null
        || known.processors() != followed.mirror().state().processors()
        || pending >= MOST_PENDING
        || (!parted && former == null)) {
      begin(followed, former);
    } else {
      parted = true;
      step(followed, known);
    }
  }

  private void forget() {
    if (untuned != null) {
      untuned.cancel();
    }
    untuned = null;
    parted = false;
  }

  /** From here on, under what was in force before the last change. */
  private void begin(TrackedCluster followed, @Nullable String former) {
    forget();
    Counterfactual present =
        new Counterfactual(
            followed.mirror().state(),
            followed.policy(),
            followed.tuner().history(),
            followed.tuner().window());
    try {
      untuned =
          former == null
              ? present
              : present.under(Policies.create(former), followed.tuner().history());
      parted = former != null;
      if (!parted) {
        add(followed.mirror().now(), followed.tuner().observe(followed.mirror().state()));
      }
    } catch (InvalidPolicyException unknown) {
      LOG.info("there is no counterfactual of '{}', which cannot be simulated", former);
    }
  }

  private void step(TrackedCluster followed, Counterfactual known) {
    long at = followed.mirror().now();
    ClusterState live = followed.mirror().state();
    Counterfactual.Step step =
        known.until(live, followed.tuner().history(), followed.tuner().sampledRuntimes(live));
    pending++;
    lastStep =
        lastStep
            .transform(before -> pool.run(new StudyPool.Work<>(step::run, known::cancel)))
            .onComplete(
                done -> {
                  pending--;
                  if (untuned == known) {
                    took(at, done);
                  }
                });
  }

  private void took(long at, AsyncResult<Double> done) {
    if (done.succeeded()) {
      add(at, done.result());
    } else {
      LOG.warn("a counterfactual is given up: {}", done.cause().toString());
      forget();
    }
  }

  private void add(long at, double slowdown) {
    points.addLast(new Point(at, slowdown));
    if (points.size() > REMEMBERED) {
      points.removeFirst();
    }
  }
}
