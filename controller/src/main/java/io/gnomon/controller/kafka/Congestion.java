package io.gnomon.controller.kafka;

import io.vertx.core.Vertx;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a study that keeps a partition from being read, so that one cluster does not stop the
 * others: the study that takes most of the room, when there has been no room for a quarter of a
 * second. Its evaluation is repeated later. To be used on the owner's context.
 */
final class Congestion {
  private static final Logger LOG = LoggerFactory.getLogger(Congestion.class);
  private static final long PATIENCE_MILLIS = 250;

  private final Vertx vertx;
  private final WaitingEvents waiting;
  private final StudyRunner studies;
  private final BooleanSupplier shared;
  private boolean observed;

  /**
   * Observes a partition.
   *
   * @param shared whether the partition has several clusters
   */
  Congestion(Vertx vertx, WaitingEvents waiting, StudyRunner studies, BooleanSupplier shared) {
    this.vertx = vertx;
    this.waiting = waiting;
    this.studies = studies;
    this.shared = shared;
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
    OwnedCluster largest = stopsOthers() ? waiting.largest() : null;
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
    return !studies.closed() && waiting.full() && shared.getAsBoolean();
  }
}
