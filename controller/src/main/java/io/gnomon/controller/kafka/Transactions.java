package io.gnomon.controller.kafka;

import io.gnomon.controller.kafka.output.OutgoingBatch;
import io.gnomon.controller.kafka.output.Publisher;
import io.gnomon.controller.listener.OwnerListener;
import io.gnomon.controller.notification.Notification;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Publishes what an owner has collected, with the checkpoints that belong to it, one transaction at
 * a time. Records may be taken while one is under way; what they give rise to goes out with the
 * next. To be begun between two records and while no study is open, for then the checkpoints have
 * all that is published and nothing else. On the owner's context.
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

  /** Completes when what has been collected so far is published, by the next transaction. */
  public Future<Void> next() {
    Promise<Void> promise = Promise.promise();
    wanted.add(promise);
    return promise.future();
  }

  /** Whether there is something to publish and nothing on its way. */
  public boolean due() {
    return last.isComplete()
        && (!outbox.isEmpty() || clusters.checkpointDue() || !wanted.isEmpty());
  }

  /** Whether somebody waits for a transaction that can begin now. */
  public boolean urgent() {
    return last.isComplete() && outbox.urgent();
  }

  /** Whether so much waits for the transaction under way that nothing more is to be taken. */
  public boolean congested() {
    return !last.isComplete() && outbox.full();
  }

  /** Completes when the transaction under way has ended, if there is one. */
  public Future<Void> settled() {
    return last;
  }

  /** Publishes all that has been collected. */
  public Future<Void> begin() {
    clusters.checkpoint(outbox);
    Set<String> concerned = outbox.concerned();
    List<Notification> notices = outbox.takeNotices();
    List<Promise<Void>> waiting = wanted;
    wanted = new ArrayList<>();
    Future<Void> published = publisher.publish(outbox.take());
    last = published;
    return published.onComplete(
        done -> {
          if (done.succeeded()) {
            concerned.forEach(listener::published);
            notices.forEach(listener::told);
            waiting.forEach(Promise::complete);
          } else {
            waiting.forEach(promise -> promise.fail(done.cause()));
          }
        });
  }

  /** Tells those who wait for a transaction that there will be none. */
  public void giveUp(String why) {
    wanted.forEach(promise -> promise.fail(why));
    wanted.clear();
  }
}
