package io.gnomon.controller.kafka;

import io.gnomon.controller.cluster.ClusterController;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a study that keeps a partition from being read, so that one cluster does not stop the
 * others: the study that takes most of the room, when there has been no room for {@value
 * #PATIENCE_MILLIS} ms. Its evaluation is repeated later. To be used on the owner's context.
 */
final class Congestion {
  static final long PATIENCE_MILLIS = 250;
  private static final Logger LOG = LoggerFactory.getLogger(Congestion.class);

  private final WaitingEvents waiting;
  private final Predicate<ClusterController> canCut;
  private final Consumer<ClusterController> cut;
  private final BooleanSupplier protects;
  private final Consumer<Runnable> later;
  private boolean observed;

  /**
   * Observes a partition.
   *
   * @param canCut whether a cluster has a study that can be ended
   * @param cut ends the study of a cluster
   * @param protects whether other clusters of the partition have new events
   * @param later runs a task {@value #PATIENCE_MILLIS} ms later
   */
  Congestion(
      WaitingEvents waiting,
      Predicate<ClusterController> canCut,
      Consumer<ClusterController> cut,
      BooleanSupplier protects,
      Consumer<Runnable> later) {
    this.waiting = waiting;
    this.canCut = canCut;
    this.cut = cut;
    this.protects = protects;
    this.later = later;
  }

  /** To be called after each slice of records. */
  void observe() {
    if (!observed && stopsOthers()) {
      observed = true;
      later.accept(this::relieve);
    }
  }

  private void relieve() {
    observed = false;
    OwnedCluster largest =
        stopsOthers() ? waiting.largest(owned -> canCut.test(owned.controller())) : null;
    if (largest != null) {
      LOG.info(
          "the study of cluster {} is interrupted, because other clusters of the partition wait: {} "
              + "events wait",
          largest.controller().cluster(),
          waiting.size());
      cut.accept(largest.controller());
    }
    observe();
  }

  private boolean stopsOthers() {
    return waiting.full() && protects.getAsBoolean();
  }
}
