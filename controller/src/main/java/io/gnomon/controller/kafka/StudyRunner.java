package io.gnomon.controller.kafka;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ClusterTask;
import io.gnomon.controller.cluster.tracked.SlowPart;
import io.gnomon.controller.fault.Faults;
import io.gnomon.controller.kafka.output.OutgoingBatch;
import io.gnomon.controller.listener.OwnerListener;
import io.gnomon.controller.listener.StudyTrigger;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.events.GnomonEvent;
import io.gnomon.sim.engine.RunControl;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.tune.Evaluation;
import io.gnomon.sim.tune.EvaluationResult;
import io.gnomon.sim.tune.NoChangeReason;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the tasks that the controllers of clusters wait for: those of one cluster one after the
 * other, those of several beside each other. A request of an operator for a cluster ends its
 * simulations at once; the slow part of a large event goes on. All methods are called on the
 * owner's context.
 */
final class StudyRunner {
  private static final Logger LOG = LoggerFactory.getLogger(StudyRunner.class);

  private final WorkerExecutor snapshots;
  private final StudyPool studies;
  private final OutgoingBatch outbox;
  private final WaitingEvents waiting;
  private final OwnerListener listener;
  private final Predicate<ClusterController> interrupted;
  private final Map<ClusterController, Collection<RunControl>> running = new HashMap<>();
  private volatile boolean closed;

  /**
   * A runner without a task.
   *
   * @param studies where tasks run
   * @param outbox for what they lead to
   * @param waiting learns for which clusters a study is open
   * @param listener is called at the start and the end of each evaluation, but not of backtests
   * @param interrupted whether requests are waiting for the tasks of a cluster to end
   */
  StudyRunner(
      Vertx vertx,
      StudyPool studies,
      OutgoingBatch outbox,
      WaitingEvents waiting,
      OwnerListener listener,
      Predicate<ClusterController> interrupted) {
    snapshots = vertx.createSharedWorkerExecutor("gnomon-snapshot", 1); // of all partitions
    this.studies = studies;
    this.outbox = outbox;
    this.waiting = waiting;
    this.listener = listener;
    this.interrupted = interrupted;
  }

  /**
   * Runs the task before an event, and those that its conclusion leads to; completes after the last
   * one. A fault in them concerns the cluster only.
   */
  Future<Void> run(
      OwnedCluster owned,
      ClusterTask task,
      ConsumerRecord<String, byte[]> record,
      GnomonEvent event) {
    ClusterController controller = owned.controller();
    waiting.study(owned, record);
    return Future.succeededFuture()
        .compose(now -> run(controller, task, StudyTrigger.of(record)))
        .otherwise(
            fault -> {
              Faults.contain(fault); // or the owner ends
              if (!closed) {
                outbox.resume(controller.cluster());
                controller.quarantine(record.offset(), event.data().at(), fault, outbox);
              }
              return null;
            })
        .onSuccess(done -> waiting.studied(owned));
  }

  private Future<Void> run(ClusterController controller, ClusterTask task, StudyTrigger trigger) {
    return task.match(
        evaluation -> run(controller, evaluation, trigger),
        backtest -> run(controller, backtest, trigger),
        part -> run(controller, part));
  }

  /** Ends the running tasks of the clusters for which requests are waiting. */
  void interrupt() {
    running.forEach(
        (controller, controls) -> {
          if (interrupted.test(controller)) {
            controls.forEach(RunControl::cancel);
          }
        });
  }

  /** Ends the running task of a cluster; an evaluation is repeated later. */
  void cut(ClusterController controller) {
    Collection<RunControl> controls = running.getOrDefault(controller, List.of());
    controls.forEach(RunControl::cancel);
  }

  /** Whether {@link #cut} ends the task of a cluster. */
  boolean canCut(ClusterController controller) {
    return running.containsKey(controller);
  }

  /** Ends the running tasks and concludes nothing any more. */
  void close() {
    closed = true;
    running.values().forEach(controls -> controls.forEach(RunControl::cancel));
    snapshots.close();
  }

  private Future<Void> run(
      ClusterController controller, Evaluation evaluation, StudyTrigger trigger) {
    String cluster = controller.cluster();
    long began = System.nanoTime();
    listener.studyStarted(cluster, trigger);
    Future<EvaluationResult> result = studies.run(evaluation, cluster);
    begin(controller, evaluation.controls());
    return result.transform(
        done -> {
          end(controller);
          if (closed) {
            return Future.succeededFuture();
          }
          listener.studyEnded(cluster, end(done), Duration.ofNanos(System.nanoTime() - began));
          return next(
              controller,
              done.succeeded()
                  ? controller.conclude(done.result(), outbox)
                  : controller.abandon(reason(cluster, done.cause()), outbox),
              trigger);
        });
  }

  private Future<Void> run(
      ClusterController controller, ShadowStudy backtest, StudyTrigger trigger) {
    Future<StudyResult> result = studies.runBacktest(backtest, controller.cluster());
    begin(controller, List.of(backtest.control()));
    return result.transform(
        done -> {
          end(controller);
          return closed
              ? Future.succeededFuture()
              : next(controller, concluded(controller, done), trigger);
        });
  }

  private Future<Void> run(ClusterController controller, SlowPart part) {
    return snapshots
        .executeBlocking(() -> closed ? part : part.run())
        .map(
            done -> {
              if (!closed) {
                outbox.resume(controller.cluster());
                controller.conclude(done, outbox);
              }
              return null;
            });
  }

  private void begin(ClusterController controller, Collection<RunControl> controls) {
    running.put(controller, controls);
    interrupt();
  }

  private void end(ClusterController controller) {
    running.remove(controller);
    if (!closed) {
      outbox.resume(controller.cluster());
    }
  }

  private @Nullable ClusterTask concluded(
      ClusterController controller, AsyncResult<StudyResult> done) {
    if (done.succeeded()) {
      return controller.conclude(done.result(), outbox);
    }
    if (done.cause() instanceof CancellationException) {
      LOG.info("the backtest of cluster {} was interrupted", controller.cluster());
    } else {
      LOG.warn("the backtest of cluster {} was abandoned", controller.cluster(), done.cause());
    }
    return controller.abandon(NoChangeReason.STUDY_FAILED, outbox);
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
    if (done.cause() instanceof CancellationException) {
      return OwnerListener.StudyEnd.CUT_SHORT;
    }
    return done.cause() instanceof TimeoutException
        ? OwnerListener.StudyEnd.TIMED_OUT
        : OwnerListener.StudyEnd.FAILED;
  }

  private static NoChangeReason reason(String cluster, Throwable failure) {
    if (failure instanceof CancellationException) {
      return NoChangeReason.STUDY_INTERRUPTED;
    }
    if (failure instanceof TimeoutException) {
      return NoChangeReason.STUDY_TIMEOUT;
    }
    LOG.error("the study of cluster {} failed", cluster, failure);
    return NoChangeReason.STUDY_FAILED;
  }
}
