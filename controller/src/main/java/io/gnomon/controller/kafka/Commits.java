package io.gnomon.controller.kafka;

import io.gnomon.controller.cluster.Notice;
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
final class Commits {
  private final Publisher publisher;
  private final OwnedClusters clusters;
  private final OutgoingBatch outbox;
  private final OwnerListener listener;
  private List<Promise<Void>> wanted = new ArrayList<>();
  private Future<Void> last = Future.succeededFuture();

  Commits(
      Publisher publisher, OwnedClusters clusters, OutgoingBatch outbox, OwnerListener listener) {
    this.publisher = publisher;
    this.clusters = clusters;
    this.outbox = outbox;
    this.listener = listener;
  }

  /** Completes when what has been collected so far is published, by the next transaction. */
  Future<Void> next() {
    Promise<Void> promise = Promise.promise();
    wanted.add(promise);
    return promise.future();
  }

  /** Whether there is something to publish and nothing on its way. */
  boolean due() {
    return last.isComplete()
        && (!outbox.isEmpty() || clusters.checkpointDue() || !wanted.isEmpty());
  }

  /** Whether somebody waits for a transaction that can begin now. */
  boolean urgent() {
    return last.isComplete() && outbox.urgent();
  }

  /** Whether so much waits for the transaction under way that nothing more is to be taken. */
  boolean congested() {
    return !last.isComplete() && outbox.full();
  }

  /** Completes when the transaction under way has ended, if there is one. */
  Future<Void> settled() {
    return last;
  }

  /** Publishes all that has been collected. */
  Future<Void> begin() {
    clusters.checkpoint(outbox);
    Set<String> concerned = outbox.concerned();
    List<Notice> notices = outbox.takeNotices();
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
  void giveUp(String why) {
    wanted.forEach(promise -> promise.fail(why));
    wanted.clear();
  }
}
