package io.gnomon.controller.kafka;

import io.gnomon.controller.kafka.output.OutgoingBatch;
import io.gnomon.controller.kafka.output.Publisher;
import io.gnomon.controller.listener.OwnerListener;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Publishes the collected output of an owner with the matching checkpoints, one transaction at a
 * time. Output of records processed during a transaction goes into the next one. A transaction must
 * start between two records and while no study is open, so that the checkpoints match the output
 * exactly; one of a single cluster, while it has no open study. All methods run on the owner's
 * context.
 */
public final class Transactions {
  private final Publisher publisher;
  private final OwnedClusters clusters;
  private final OutgoingBatch outbox;
  private final OwnerListener listener;
  // by cluster
  private Map<String, List<Promise<Void>>> wanted = new LinkedHashMap<>();
  private Future<Void> last = Future.succeededFuture();

  public Transactions(
      Publisher publisher, OwnedClusters clusters, OutgoingBatch outbox, OwnerListener listener) {
    this.publisher = publisher;
    this.clusters = clusters;
    this.outbox = outbox;
    this.listener = listener;
  }

  /** Completes when a transaction has published the output of a cluster collected so far. */
  public Future<Void> next(String cluster) {
    Promise<Void> promise = Promise.promise();
    wanted.computeIfAbsent(cluster, first -> new ArrayList<>()).add(promise);
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
    clusters.checkpoint(outbox);
    List<Promise<Void>> waiting = wanted.values().stream().flatMap(List::stream).toList();
    wanted = new LinkedHashMap<>();
    return publish(outbox.take(), waiting);
  }

  /**
   * Starts a transaction with the output of one cluster that {@link #next} waits for, and its
   * checkpoint. The progress of the partition stays as it was, so a next owner reads the records of
   * the other clusters again. Returns null if there is none, or a transaction is open.
   */
  public @Nullable Future<Void> beginWanted() {
    if (wanted.isEmpty() || !last.isComplete()) {
      return null;
    }
    Iterator<Map.Entry<String, List<Promise<Void>>>> first = wanted.entrySet().iterator();
    Map.Entry<String, List<Promise<Void>>> next = first.next();
    first.remove();
    clusters.checkpoint(next.getKey(), outbox);
    return publish(outbox.take(next.getKey()), next.getValue());
  }

  private Future<Void> publish(OutgoingBatch.Taken taken, List<Promise<Void>> waiting) {
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
    wanted.values().forEach(waiting -> waiting.forEach(promise -> promise.fail(why)));
    wanted.clear();
  }
}
