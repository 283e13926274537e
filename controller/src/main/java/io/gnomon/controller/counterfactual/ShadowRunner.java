package io.gnomon.controller.counterfactual;

import io.gnomon.controller.fault.Faults;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.controller.study.StudyPriority;
import io.gnomon.sim.effect.ClusterEffect;
import io.gnomon.sim.effect.ShadowStep;
import io.gnomon.sim.forecast.Counterfactual;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the steps of one cluster's shadows, one after the other, on a pool. */
final class ShadowRunner {
  private static final Logger LOG = LoggerFactory.getLogger(ShadowRunner.class);
  // a step holds a copy of the history
  private static final int MOST_PENDING = 4;

  private final String cluster;
  private final StudyPool pool;
  private final ClusterEffect effect;
  private boolean running;
  private boolean stopped;
  private @Nullable Promise<Void> room;

  ShadowRunner(String cluster, StudyPool pool, ClusterEffect effect) {
    this.cluster = cluster;
    this.pool = pool;
    this.effect = effect;
    effect.simulate();
  }

  boolean isOf(ClusterEffect other) {
    return effect == other;
  }

  /** Ends the simulations, because the cluster has moved to another owner. */
  void stop() {
    stopped = true;
    effect.restart();
    Promise<Void> waiting = room;
    room = null;
    if (waiting != null) {
      waiting.complete();
    }
  }

  /** Starts the next step unless one is running. O(1) if there is none. */
  void run() {
    ShadowStep next = running || stopped ? null : effect.nextStep();
    if (next == null) {
      return;
    }
    running = true;
    pool.run(new StudyPool.Work<>(next.step()::run, next.control()), StudyPriority.SHADOW, cluster)
        .onComplete(done -> ended(next, done));
  }

  private void ended(ShadowStep step, AsyncResult<Counterfactual.Result> done) {
    running = false;
    Throwable failure =
        done.succeeded() ? Faults.in(() -> effect.completed(step, done.result())) : done.cause();
    int pause = failure == null ? 0 : effect.failed(step);
    if (failure != null && pause > 0) {
      boolean late = failure instanceof TimeoutException;
      LOG.warn(
          "cluster {}: a simulation without Gnomon's changes failed and begins again from the"
              + " present queue, after {} h: {}",
          cluster,
          pause,
          failure.toString(),
          late ? null : failure);
    }
    run();
    signalRoom();
  }

  /** Completes when few steps are pending; at once in most cases. */
  Future<Void> room() {
    if (effect.pendingSteps() < MOST_PENDING || stopped) {
      return Future.succeededFuture();
    }
    Promise<Void> waiting = room;
    if (waiting == null) {
      waiting = Promise.promise();
      room = waiting;
    }
    return waiting.future();
  }

  private void signalRoom() {
    Promise<Void> waiting = room;
    if (waiting != null && effect.pendingSteps() < MOST_PENDING) {
      room = null;
      waiting.complete();
    }
  }
}
