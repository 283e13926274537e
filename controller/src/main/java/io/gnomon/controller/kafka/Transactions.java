package io.gnomon.controller.kafka;

import io.gnomon.controller.kafka.output.OutgoingBatch;
import io.gnomon.controller.kafka.output.Publisher;
import io.gnomon.controller.listener.OwnerListener;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;

/**
 * Publishes the collected output of an owner with the matching checkpoints, one transaction at a
 * time. Output of records processed during a transaction goes into the next one, output of a
 * cluster with an open study into one after the study. A transaction must start between two
 * records, so that the checkpoints match the output exactly. All methods run on the owner's
 * context.
 */
public final class Transactions {
  private final Publisher publisher;
  private final OwnedClusters clusters;
  private final OutgoingBatch outbox;
  private final OwnerListener listener;
  private List<Promise<Void>> wanted = new ArrayList<>();
  private Future<Void> last = Future.succeededFuture();

  public Transactions(
      Publisher publisher, OwnedClusters clusters, OutgoingBatch outbox, OwnerListener listener) {
    this.publisher = publisher;
    this.clusters = clusters;
    this.outbox = outbox;
    this.listener = listener;
  }

  /** Completes when the next transaction has published the output collected so far. */
  public Future<Void> next() {
    Promise<Void> promise = Promise.promise();
    wanted.add(promise);
    return promise.future();
  }

  /** Whether there is output and no transaction is open. */
  public boolean due() {
    return last.isComplete()
        && (!outbox.isEmpty() || clusters.checkpointDue() || !wanted.isEmpty());
  }

  /**
   * Whether a transaction must start before the next record: the batch is full, an operator waits,
   * or urgent output waits and no transaction is open.
   */
  public boolean holds() {
    return full() || !wanted.isEmpty() || last.isComplete() && outbox.urgent();
  }

  private boolean full() {
    return outbox.full() || clusters.manyNew() || clusters.losing();
  }

  /** Starts a transaction with all collected output. */
  public Future<Void> begin() {
    clusters.checkpoint();
    List<Promise<Void>> waiting = wanted;
    wanted = new ArrayList<>();
    OutgoingBatch.Taken taken = outbox.take();
    Future<Void> published = publisher.publish(taken.records());
    last = published;
    return published.onComplete(
        done -> {
          if (done.succeeded()) {
            taken.clusters().forEach(listener::published);
            taken.notifications().forEach(listener::notificationPublished);
            waiting.forEach(Promise::complete);
          } else {
            waiting.forEach(promise -> promise.fail(done.cause()));
          }
        });
  }

  /** Fails the futures of {@link #next}, because no transaction will follow. */
  public void failWaiting(String why) {
    wanted.forEach(promise -> promise.fail(why));
    wanted.clear();
  }
}
