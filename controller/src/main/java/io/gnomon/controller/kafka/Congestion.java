package io.gnomon.controller.kafka;

import io.vertx.core.Vertx;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a study that keeps a partition from being read, so that one cluster does not stop the
 * others: the study that takes most of the room, when there has been no room for a quarter of a
 * second. Its evaluation is repeated later. While a backlog is processed, whose events are late
 * anyway, no study is ended. To be used on the owner's context.
 */
final class Congestion {
  private static final Logger LOG = LoggerFactory.getLogger(Congestion.class);
  private static final long PATIENCE_MILLIS = 250;
  private static final long BACKLOG_MILLIS = 5_000;

  private final Vertx vertx;
  private final WaitingEvents waiting;
  private final StudyRunner studies;
  private final BooleanSupplier shared;
  private final LongSupplier clock;
  private boolean observed;

  /**
   * Observes a partition.
   *
   * @param shared whether the partition has several clusters
   * @param clock the time in milliseconds since the epoch
   */
  Congestion(
      Vertx vertx,
      WaitingEvents waiting,
      StudyRunner studies,
      BooleanSupplier shared,
      LongSupplier clock) {
    this.vertx = vertx;
    this.waiting = waiting;
    this.studies = studies;
    this.shared = shared;
    this.clock = clock;
  }

  /** To be called after each slice of records. */
  void observe() {
    if (!observed && stopsOthers()) {
      observed = true;
      vertx.setTimer(PATIENCE_MILLIS, later -> relieve());
    }
  }

  private void relieve() {
    observed = false;
    OwnedCluster largest =
        stopsOthers() ? waiting.largest(owned -> studies.canCut(owned.controller())) : null;
    if (largest != null) {
      LOG.info(
          "the study of cluster {} is interrupted, because other clusters of the partition wait: {} "
              + "events wait",
          largest.controller().cluster(),
          waiting.size());
      studies.cut(largest.controller());
    }
    observe();
  }

  private boolean stopsOthers() {
    return !studies.closed()
        && waiting.full()
        && shared.getAsBoolean()
        && clock.getAsLong() - waiting.newest() < BACKLOG_MILLIS;
  }
}
