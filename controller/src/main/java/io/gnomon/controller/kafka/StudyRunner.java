package io.gnomon.controller.kafka;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.Outbox;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.sim.tune.NonAction;
import io.gnomon.sim.tune.ShadowStudy;
import io.gnomon.sim.tune.StudyResult;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the study that a cluster's controller asks for, and those that its conclusion leads to, one
 * after the other. On the owner's context.
 *
 * @param studies where they run
 * @param outbox for what they lead to
 * @param listener hears of each
 * @param closed whether nothing may be concluded any more
 */
record StudyRunner(
    StudyPool studies, Outbox outbox, OwnerListener listener, BooleanSupplier closed) {
  private static final Logger LOG = LoggerFactory.getLogger(StudyRunner.class);

  /** Completes when the controller asks for no further study. */
  Future<Void> run(ClusterController controller, ShadowStudy study, Trigger trigger) {
    if (controller.trying()) {
      return attempt(controller, study, trigger);
    }
    String cluster = controller.cluster();
    long began = System.nanoTime();
    listener.studying(cluster, trigger);
    return studies
        .run(study)
        .transform(
            done -> {
              if (closed.getAsBoolean()) {
                return Future.succeededFuture();
              }
              listener.studied(cluster, end(done), Duration.ofNanos(System.nanoTime() - began));
              ShadowStudy another =
                  done.succeeded()
                      ? controller.conclude(done.result(), outbox)
                      : controller.abandon(reason(cluster, done.cause()), outbox);
              return another == null ? Future.succeededFuture() : run(controller, another, trigger);
            });
  }

  /** A trial of the policies: no decision waits for it, and none is made by it. */
  private Future<Void> attempt(ClusterController controller, ShadowStudy trial, Trigger trigger) {
    return studies
        .runToTheEnd(trial)
        .transform(
            done -> {
              if (closed.getAsBoolean()) {
                return Future.succeededFuture();
              }
              ShadowStudy another =
                  done.succeeded()
                      ? controller.conclude(done.result(), outbox)
                      : controller.abandon(reason(controller.cluster(), done.cause()), outbox);
              return another == null ? Future.succeededFuture() : run(controller, another, trigger);
            });
  }

  private static OwnerListener.StudyEnd end(AsyncResult<StudyResult> done) {
    if (done.succeeded()) {
      return done.result().complete()
          ? OwnerListener.StudyEnd.COMPLETED
          : OwnerListener.StudyEnd.CUT_SHORT;
    }
    return done.cause() instanceof TimeoutException
        ? OwnerListener.StudyEnd.TIMED_OUT
        : OwnerListener.StudyEnd.FAILED;
  }

  private static NonAction reason(String cluster, Throwable failure) {
    if (failure instanceof TimeoutException) {
      return NonAction.STUDY_TIMEOUT;
    }
    LOG.error("a study of {} failed", cluster, failure);
    return NonAction.STUDY_FAILED;
  }
}
