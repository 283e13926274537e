package io.gnomon.controller.kafka;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.Outbox;
import io.gnomon.controller.listener.OwnerListener;
import io.gnomon.controller.listener.StudyTrigger;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.tune.NoChangeReason;
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

  /**
   * Completes when the controller asks for no further study. Of trials of the policies, which no
   * decision waits for, the listener does not hear.
   */
  Future<Void> run(ClusterController controller, ShadowStudy study, StudyTrigger trigger) {
    String cluster = controller.cluster();
    boolean trial = controller.trying();
    long began = System.nanoTime();
    if (!trial) {
      listener.studying(cluster, trigger);
    }
    return (trial ? studies.runToTheEnd(study) : studies.run(study))
        .transform(
            done -> {
              if (closed.getAsBoolean()) {
                return Future.succeededFuture();
              }
              if (!trial) {
                listener.studied(cluster, end(done), Duration.ofNanos(System.nanoTime() - began));
              } else if (done.failed()) {
                LOG.warn("a trial of the policies of {} was given up", cluster, done.cause());
              }
              ShadowStudy another =
                  done.succeeded()
                      ? controller.conclude(done.result(), outbox)
                      : controller.abandon(reason(cluster, done.cause()), outbox);
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

  private static NoChangeReason reason(String cluster, Throwable failure) {
    if (failure instanceof TimeoutException) {
      return NoChangeReason.STUDY_TIMEOUT;
    }
    LOG.error("a study of {} failed", cluster, failure);
    return NoChangeReason.STUDY_FAILED;
  }
}
