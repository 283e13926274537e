package io.gnomon.controller.listener;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.kafka.topic.LogRange;
import io.gnomon.controller.notification.Notification;
import io.gnomon.events.RejectReason;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An observer of partition owners. Its methods are called on the owner's event loop context, must
 * not block and do not influence what the owner does, but may delay it.
 */
public interface OwnerListener {
  /** A listener that ignores everything. */
  OwnerListener NONE = new OwnerListener() {};

  /** The result of a study. */
  enum StudyEnd {
    /** The study simulated everything. */
    COMPLETED,
    /** The time limit ended the study and the completed rounds decided, or a request ended it. */
    CUT_SHORT,
    /** The time limit ended the study before the first round was complete. */
    TIMED_OUT,
    /** A simulation failed. */
    FAILED
  }

  /** An owner has restored the checkpoints of its partition. */
  default void partitionRestored(int partition, Duration took) {}

  /** Records of a partition were lost before they were processed. */
  default void eventsLost(int partition, LogRange.Loss cause) {}

  /** A record of a partition is not a valid event. */
  default void recordInvalid(int partition) {}

  /** A study has started. */
  default void studyStarted(String cluster, StudyTrigger trigger) {}

  /** A cluster's controller has applied an event, or waits for the study that the event started. */
  default void eventApplied(ClusterController controller) {}

  /**
   * Completes when the owner may process the next record after an event of a cluster, so that work
   * of the listener does not pile up. It does not fail.
   */
  default Future<Void> room(ClusterController controller) {
    return Future.succeededFuture();
  }

  /** An owner has given up a cluster, because it is idle or its partition was revoked. */
  default void clusterLeft(ClusterController controller) {}

  /** A study has ended. */
  default void studyEnded(String cluster, StudyEnd end, Duration took) {}

  /** An event of a cluster that is not tracked was rejected. */
  default void undeclaredEvent(RejectReason reason) {}

  /** The pending output of a cluster has been published. */
  default void published(String cluster) {}

  /** The events that led to a notification have been published. */
  default void notificationPublished(Notification notification) {}

  /**
   * The trace of the cluster's current decision as a {@code traceparent} of W3C Trace Context, or
   * null.
   */
  default @Nullable String traceparent(String cluster) {
    return null;
  }

  /** A listener for notifications only. */
  static OwnerListener ofNotifications(Consumer<Notification> receiver) {
    return new OwnerListener() {
      @Override
      public void notificationPublished(Notification notification) {
        receiver.accept(notification);
      }
    };
  }
}
