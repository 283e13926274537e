package io.gnomon.controller.kafka;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ClusterTask;
import io.gnomon.controller.cluster.Outbox;
import io.gnomon.controller.listener.OwnerListener;
import io.gnomon.controller.listener.StudyTrigger;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.tune.Evaluation;
import io.gnomon.sim.tune.EvaluationResult;
import io.gnomon.sim.tune.NoChangeReason;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the tasks that a cluster's controller waits for, one after the other. Its methods are called
 * on the owner's context.
 *
 * @param studies where tasks run
 * @param outbox for what they lead to
 * @param listener is called at the start and the end of each evaluation, but not of backtests
 * @param closed whether nothing may be concluded any more
 */
record StudyRunner(
    StudyPool studies, Outbox outbox, OwnerListener listener, BooleanSupplier closed) {
  private static final Logger LOG = LoggerFactory.getLogger(StudyRunner.class);

  /** Runs a task and those that its conclusion leads to; completes after the last one. */
  Future<Void> run(ClusterController controller, ClusterTask task, StudyTrigger trigger) {
    return task.match(
        evaluation -> run(controller, evaluation, trigger),
        backtest -> run(controller, backtest, trigger));
  }

  private Future<Void> run(
      ClusterController controller, Evaluation evaluation, StudyTrigger trigger) {
    String cluster = controller.cluster();
    long began = System.nanoTime();
    listener.studyStarted(cluster, trigger);
    return studies
        .run(evaluation)
        .transform(
            done -> {
              if (closed.getAsBoolean()) {
                return Future.succeededFuture();
              }
              listener.studyEnded(cluster, end(done), Duration.ofNanos(System.nanoTime() - began));
              return next(
                  controller,
                  done.succeeded()
                      ? controller.conclude(done.result(), outbox)
                      : controller.abandonEvaluation(reason(cluster, done.cause()), outbox),
                  trigger);
            });
  }

  private Future<Void> run(
      ClusterController controller, ShadowStudy backtest, StudyTrigger trigger) {
    return studies
        .runBacktest(backtest)
        .transform(
            done -> {
              if (closed.getAsBoolean()) {
                return Future.succeededFuture();
              }
              return next(controller, concluded(controller, done), trigger);
            });
  }

  private @Nullable ClusterTask concluded(
      ClusterController controller, AsyncResult<StudyResult> done) {
    if (done.succeeded()) {
      return controller.conclude(done.result(), outbox);
    }
    LOG.warn("the backtest of cluster {} was abandoned", controller.cluster(), done.cause());
    return controller.abandonBacktest(outbox);
  }

  private Future<Void> next(
      ClusterController controller, @Nullable ClusterTask task, StudyTrigger trigger) {
    return task == null ? Future.succeededFuture() : run(controller, task, trigger);
  }

  private static OwnerListener.StudyEnd end(AsyncResult<EvaluationResult> done) {
    if (done.succeeded()) {
      StudyResult study = done.result().study();
      return study == null || study.complete()
          ? OwnerListener.StudyEnd.COMPLETED
          : OwnerListener.StudyEnd.CUT_SHORT;
    }
    return done.cause() instanceof TimeoutException
        ? OwnerListener.StudyEnd.TIMED_OUT
        : OwnerListener.StudyEnd.FAILED;
  }

  private static NoChangeReason reason(String cluster, Throwable failure) {
    if (failure instanceof TimeoutException) {
      return NoChangeReason.STUDY_TIMEOUT;
    }
    LOG.error("the study of cluster {} failed", cluster, failure);
    return NoChangeReason.STUDY_FAILED;
  }
}
