package io.gnomon.controller.kafka;

import io.vertx.core.Vertx;
import java.util.function.BooleanSupplier;

/**
 * Ends the study for which most events wait when so much waits that a partition could read nothing
 * for a quarter of a second, so that one cluster does not stop the others. The study is repeated
 * later. To be used on the owner's context.
 */
final class Congestion {
  private static final long PATIENCE_MILLIS = 250;

  private final Vertx vertx;
  private final WaitingEvents waiting;
  private final StudyRunner studies;
  private final BooleanSupplier shared;
  private boolean observed;

  /**
   * No congestion.
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
    if (stopsOthers()) {
      OwnedCluster longest = waiting.longest();
      if (longest != null) {
        studies.cut(longest.controller());
      }
      observe();
    }
  }

  private boolean stopsOthers() {
    return waiting.full() && shared.getAsBoolean();
  }
}
