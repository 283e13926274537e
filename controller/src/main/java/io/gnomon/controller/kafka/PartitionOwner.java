package io.gnomon.controller.kafka;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ClusterTask;
import io.gnomon.controller.health.Problem;
import io.gnomon.controller.health.ProblemKind;
import io.gnomon.controller.kafka.input.FetchedRecords;
import io.gnomon.controller.kafka.output.CheckpointReader;
import io.gnomon.controller.kafka.output.Checkpoints;
import io.gnomon.controller.kafka.output.NewestRecords;
import io.gnomon.controller.kafka.output.OutgoingBatch;
import io.gnomon.controller.kafka.output.Publisher;
import io.gnomon.controller.kafka.topic.LogRange;
import io.gnomon.controller.listener.ContainedListeners;
import io.gnomon.controller.listener.OwnerListener;
import io.gnomon.controller.operation.OperationRejectedException;
import io.gnomon.controller.operation.OperationResult;
import io.gnomon.controller.operation.OperatorRequest;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.events.GnomonEvent;
import io.gnomon.events.RejectReason;
import io.gnomon.events.Topic;
import io.gnomon.events.cluster.ClusterDeclared;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The owner of one partition of the events topic. It processes the records of each cluster in
 * order, one at a time, and publishes the output together with checkpoints in transactions.
 *
 * <p>Each record takes effect exactly once: the checkpoints hold the next offset, and a new owner
 * fences this owner's producer before it reads them. Records are processed in slices. Between
 * slices, the event loop does other work and starts a transaction if one is due; output of records
 * processed meanwhile goes into the next transaction. A study delays the later records of its
 * cluster, and those of others only when too much waits; a request of an operator ends it. The
 * output of each cluster depends only on its records and the places of requests, not on slices,
 * transactions and other clusters. All methods run on one event loop context.
 */
public final class PartitionOwner {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionOwner.class);
  private static final int SLICE = 500;
  private static final Duration REPORTS = Duration.ofSeconds(10);

  private final Vertx vertx;
  private final int partition;
  private final OwnerSettings settings;
  private final OwnerListener listener;
  private final OwnedClusters clusters;
  private final UndeclaredClusters undeclared = new UndeclaredClusters();
  private final WaitingEvents waiting;
  private final OutgoingBatch outbox;
  private final StudyRunner studies;
  private final Congestion congestion;
  private final Publisher publisher;
  private final Transactions commits;
  private final Semaphore restoring;
  private final Consumer<Throwable> fatal;
  private final Intake intake;
  private final OperatorQueue requests = new OperatorQueue();
  private final long reports;
  private boolean restored;
  private long end;
  private boolean scheduled;
  private boolean closed;

  /**
   * An owner of {@code partition}.
   *
   * @param restoring kibibytes that all owners may use together to read checkpoints
   * @param fatal called once if this owner cannot continue, for example because another has taken
   *     over; it must be closed then
   */
  public PartitionOwner(
      Vertx vertx,
      int partition,
      OwnerSettings settings,
      StudyPool studies,
      Semaphore restoring,
      Consumer<Throwable> fatal) {
    this.vertx = vertx;
    this.partition = partition;
    this.settings = settings;
    listener = new ContainedListeners(settings.listener());
    this.restoring = restoring;
    this.fatal = fatal;
    outbox = new OutgoingBatch(partition, settings.commandKeys(), listener);
    clusters =
        new OwnedClusters(
            partition,
            settings.checkpointEvents(),
            settings.admission(),
            settings.control(),
            outbox);
    waiting = clusters.waiting();
    intake = new Intake(vertx, settings.eventKeys(), this::schedule, this::stop);
    this.studies = new StudyRunner(vertx, studies, outbox, waiting, listener, requests::concerns);
    congestion =
        new Congestion(
            waiting,
            this.studies::canCut,
            this.studies::cut,
            () -> !closed && clusters.shareNewEvents(),
            task -> vertx.setTimer(Congestion.PATIENCE_MILLIS, timer -> task.run()));
    publisher = new Publisher(vertx, settings.topics(), settings.producer(), partition);
    commits = new Transactions(publisher, clusters, outbox, listener);
    reports = vertx.setPeriodic(REPORTS.toMillis(), again -> outbox.reportRejections());
  }

  /**
   * Fences the previous owner and restores the latest checkpoints.
   *
   * @return the offset from which to read
   */
  public Future<Long> restore() {
    long began = System.nanoTime();
    return publisher
        .takeOver()
        .compose(fenced -> vertx.executeBlocking(this::readCheckpoints, false))
        .compose(
            checkpoints ->
                settings
                    .log()
                    .apply(partition)
                    .map(
                        log -> {
                          report(clusters.restore(checkpoints, log), log);
                          restored = true;
                          end = log.end();
                          if (closed) {
                            clusters.close();
                          }
                          return clusters.next();
                        })
                    .onFailure(failure -> checkpoints.leave()))
        .onSuccess(
            next -> {
              Duration took = Duration.ofNanos(System.nanoTime() - began);
              listener.partitionRestored(partition, took);
              LOG.info(
                  "partition {}: restored {} clusters in {} ms; continuing at offset {}",
                  partition,
                  clusters.controllers().size(),
                  took.toMillis(),
                  next);
              schedule(); // requests of snapshots
            });
  }

  private void report(Map<LogRange.Loss, Integer> losses, LogRange log) {
    losses.forEach(
        (loss, affected) -> {
          listener.eventsLost(partition, loss);
          LOG.warn(
              "partition {} of {} has lost events ({}); it has offsets {} to {} now. Requested"
                  + " snapshots of {} clusters; check the topic's retention.ms, and that nothing"
                  + " deletes the topic or its records",
              partition,
              settings.topics().of(Topic.EVENTS),
              loss,
              log.start(),
              log.end(),
              affected);
        });
  }

  private Checkpoints readCheckpoints() {
    try (NewestRecords newest = new NewestRecords(restoring)) {
      CheckpointReader.read(settings.consumer(), settings.topics(), partition, newest);
      return Checkpoints.of(newest.values(), partition, settings.control());
    }
  }

  /** Queues records in offset order; those before the restored offset are skipped. */
  public void offer(FetchedRecords fetched) {
    if (!closed) {
      intake.add(fetched);
      schedule();
    }
  }

  /** The id of the events topic that this owner reads; empty before it is restored. */
  public String topicId() {
    return clusters.topicId();
  }

  /** The offset after the last record that was read. */
  public long nextOffset() {
    return clusters.next();
  }

  /** The number of records before {@link #nextOffset} that have not been processed. */
  public int waitingRecords() {
    return waiting.size();
  }

  /** Returns why the partition is not restored or cannot publish, or null if it can. */
  public @Nullable Problem problem() {
    Throwable failure = publisher.problem();
    if (failure != null) {
      return Problem.of(
          ProblemKind.CANNOT_PUBLISH, "publishing the output of partition " + partition, failure);
    }
    return restored && !clusters.losing()
        ? null
        : new Problem(ProblemKind.RESTORING, "partition " + partition + " is being restored");
  }

  /** Whether the partition is restored and read up to its end at that time. */
  boolean caughtUp() {
    return problem() == null && clusters.next() >= end;
  }

  int partition() {
    return partition;
  }

  /** Whether events of a cluster may have arrived whose effect is not published. */
  public boolean delays(ClusterController controller) {
    return problem() != null || !intake.isEmpty() || clusters.behind(controller);
  }

  /**
   * Evicts the clusters that have sent no event for {@link OwnedClusters#IDLE}, and renews old
   * checkpoints.
   */
  public void evictIdle(Instant now) {
    if (!restored || closed) {
      return;
    }
    clusters.renewOldCheckpoints(System.nanoTime());
    for (ClusterController evicted : clusters.evictIdle(now, System.nanoTime())) {
      LOG.info(
          "partition {}: cluster {} has sent no event for {} days; it is no longer tracked",
          partition,
          evicted.cluster(),
          OwnedClusters.IDLE.toDays());
      listener.clusterLeft(evicted);
    }
    schedule();
  }

  /** The number of tracked clusters. */
  public int clusterCount() {
    return clusters.size();
  }

  /** The controllers of the clusters of this partition. */
  public Collection<ClusterController> controllers() {
    return clusters.controllers();
  }

  /** The controller of a cluster, or null. */
  public @Nullable ClusterController controller(String cluster) {
    return clusters.controller(cluster);
  }

  /**
   * Carries out an operator's request between two slices of records. If a study of its cluster is
   * open, it ends without a result.
   *
   * @return completes when the result is published with a checkpoint; fails with an {@link
   *     OperationRejectedException}, or if this owner stops before
   */
  public Future<OperationResult> operate(ClusterController controller, OperatorRequest request) {
    if (!restored || closed) {
      return Future.failedFuture("partition " + partition + " is not ready; try again later");
    }
    Future<OperationResult> answer = requests.add(controller, request);
    schedule();
    return answer;
  }

  /** Stops this owner. The next owner processes records whose output has not been published. */
  public Future<Void> close() {
    closed = true;
    studies.close();
    clusters.controllers().forEach(listener::clusterLeft);
    clusters.close();
    vertx.cancelTimer(reports);
    intake.clear();
    String why =
        "partition " + partition + " is moving to another replica; nothing has been changed";
    requests.failAll(why);
    commits.failWaiting(why);
    return publisher.close();
  }

  private void stop(Throwable failure) {
    if (!closed) {
      closed = true;
      studies.close();
      if (Publisher.isProducersEnd(failure)) {
        LOG.warn("partition {}: its producer has ended: {}", partition, failure.toString());
      } else {
        LOG.error("partition {} cannot continue", partition, failure);
      }
      fatal.accept(failure);
    }
  }

  // --- slices

  private void schedule() {
    if (!scheduled && !closed) {
      scheduled = true;
      vertx.runOnContext(
          now -> {
            scheduled = false;
            work();
          });
    }
  }

  private void work() {
    if (closed || !restored) {
      return;
    }
    try {
      if (!clusters.losing()) {
        requests.take(clusters::studying).forEach(this::answer);
      }
      studies.interrupt();
      takeSlice();
      congestion.observe();
      if (commits.due()) {
        commits.begin().onSuccess(done -> schedule()).onFailure(this::stop);
      }
    } catch (RuntimeException | Error fault) {
      stop(fault);
      return;
    }
    if (canContinue() && !commits.holds()) {
      schedule();
    }
  }

  private boolean canContinue() {
    return waiting.ready() || intake.ready() && !waiting.full();
  }

  private void takeSlice() {
    for (int left = SLICE; left > 0 && !commits.holds(); left--) {
      if (!takeWaiting() && !takeNew()) {
        return;
      }
    }
  }

  private boolean takeWaiting() {
    WaitingEvents.Waiting one = waiting.next();
    if (one == null) {
      return false;
    }
    outbox.begin(one.record());
    apply(one.record(), one.event());
    return true;
  }

  private boolean takeNew() {
    RecordDecoder.Decoded one = waiting.full() ? null : intake.next(clusters.next());
    if (one == null) {
      return false;
    }
    ConsumerRecord<String, byte[]> record = one.record();
    outbox.begin(record);
    clusters.advance(record.offset() + 1);
    GnomonEvent event = one.event();
    if (event == null) {
      listener.recordInvalid(partition);
      outbox.reject(record.offset(), Objects.requireNonNull(one.rejected()), one.detail());
    } else if (!waiting.letWait(clusters.owned(event.cluster()), record, event)) {
      apply(record, event);
    }
    return true;
  }

  private void apply(ConsumerRecord<String, byte[]> record, GnomonEvent event) {
    String cluster = event.cluster();
    outbox.beginEvent(cluster);
    if (clusters.applied(cluster, record.offset())) {
      return;
    }
    String objection = clusters.objection(cluster);
    if (objection != null) {
      listener.undeclaredEvent(RejectReason.NOT_ADMITTED);
      outbox.reject(record.offset(), RejectReason.NOT_ADMITTED, objection);
      return;
    }
    ClusterController controller = clusters.controllerFor(cluster, record.offset(), event.data());
    if (controller == null) {
      listener.undeclaredEvent(RejectReason.NOT_DECLARED);
      undeclared.reject(cluster, record.offset(), clusters.topicId(), event.data(), outbox);
      return;
    }
    boolean known = controller.tracked() != null;
    ClusterTask task = controller.take(record.offset(), record.timestamp(), event, outbox);
    if (task == null && !known && !declared(record.offset(), event, controller)) {
      return;
    }
    listener.eventApplied(controller);
    Future<Void> room = listener.room(controller);
    if (task == null && room.isComplete()) {
      return;
    }
    OwnedCluster owned = Objects.requireNonNull(clusters.owned(cluster));
    await(
        owned,
        task == null
            ? room
            : studies
                .run(owned, task, record, event)
                .compose(
                    done -> {
                      if (!known && !closed) {
                        declared(record.offset(), event, controller);
                      }
                      schedule(); // requests for the cluster
                      return room;
                    }));
  }

  /** Drops a cluster whose first declaration was rejected; returns whether it is tracked. */
  private boolean declared(long offset, GnomonEvent event, ClusterController controller) {
    String cluster = event.cluster();
    if (controller.tracked() == null && clusters.dropUndeclared(cluster)) {
      if (controller.counters().rejectedEvents().containsKey(RejectReason.NOT_ADMITTED)) {
        listener.undeclaredEvent(RejectReason.NOT_ADMITTED);
      }
      return false;
    }
    undeclared.declared(cluster);
    if (controller.tracked() != null) {
      clusters.checkpointSoon(controller);
      if (event.data() instanceof ClusterDeclared && clusters.mayHaveEarlierEvents(offset)) {
        controller.lost(offset, "there was no checkpoint, and earlier events were deleted", outbox);
      }
    }
    return true;
  }

  /** Lets later records of a cluster wait. */
  private void await(OwnedCluster owned, Future<Void> work) {
    waiting.waits(owned, true);
    work.onComplete(
        done -> {
          waiting.waits(owned, false);
          if (done.succeeded()) {
            schedule();
          } else {
            stop(done.cause());
          }
        });
  }

  private void answer(OperatorQueue.Waiting one) {
    ClusterController controller = one.controller();
    try {
      OperationResult result =
          controller.operate(clusters.resumption(controller), one.request(), outbox);
      Future<Void> published = result.changed() ? commits.next() : Future.succeededFuture();
      published.onSuccess(done -> one.answer().complete(result)).onFailure(one.answer()::fail);
    } catch (OperationRejectedException | IllegalStateException failed) {
      one.answer().fail(failed);
    } catch (RuntimeException | Error fault) {
      one.answer().fail(fault);
      throw fault;
    }
  }
}
