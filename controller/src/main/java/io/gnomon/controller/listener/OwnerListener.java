package io.gnomon.controller.listener;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.notification.Notification;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hears what the owners of partitions did, on their context. It must return at once, and nothing
 * that it does changes what an owner does.
 */
public interface OwnerListener {
  /** A listener that does not care. */
  OwnerListener DEAF = new OwnerListener() {};

  /** How a study ended. */
  enum StudyEnd {
    /** Everything was simulated. */
    COMPLETED,
    /** The deadline came first, and what had been simulated by then decided. */
    CUT_SHORT,
    /** The deadline came before there was anything to decide by. */
    TIMED_OUT,
    /** A simulation failed. */
    FAILED
  }

  /** An owner has taken up the checkpoints of its partition. */
  default void restored(int partition, Duration took) {}

  /** A record of a partition is not a legal event. */
  default void undecodable(int partition) {}

  /** A study begins. */
  default void studying(String cluster, StudyTrigger trigger) {}

  /** A cluster's controller has taken an event, or been held up by it for a study. */
  default void taken(ClusterController controller) {}

  /** A study has ended. */
  default void studied(String cluster, StudyEnd end, Duration took) {}

  /** What was to be said of a cluster has been published. */
  default void published(String cluster) {}

  /** Something became of a configuration, and what it is known by has been published. */
  default void told(Notification notice) {}

  /**
   * The trace that what is said of a cluster now is part of, in the form of W3C Trace Context, or
   * null.
   */
  default @Nullable String traceparent(String cluster) {
    return null;
  }

  /** A listener that passes on notifications only. */
  static OwnerListener ofNotifications(Consumer<Notification> receiver) {
    return new OwnerListener() {
      @Override
      public void told(Notification notice) {
        receiver.accept(notice);
      }
    };
  }

  /** A listener that passes everything on to two; the first that knows a trace tells it. */
  static OwnerListener both(OwnerListener first, OwnerListener second) {
    return new OwnerListener() {
      @Override
      public void restored(int partition, Duration took) {
        first.restored(partition, took);
        second.restored(partition, took);
      }

      @Override
      public void undecodable(int partition) {
        first.undecodable(partition);
        second.undecodable(partition);
      }

      @Override
      public void studying(String cluster, StudyTrigger trigger) {
        first.studying(cluster, trigger);
        second.studying(cluster, trigger);
      }

      @Override
      public void taken(ClusterController controller) {
        first.taken(controller);
        second.taken(controller);
      }

      @Override
      public void studied(String cluster, StudyEnd end, Duration took) {
        first.studied(cluster, end, took);
        second.studied(cluster, end, took);
      }

      @Override
      public void published(String cluster) {
        first.published(cluster);
        second.published(cluster);
      }

      @Override
      public @Nullable String traceparent(String cluster) {
        String trace = first.traceparent(cluster);
        return trace == null ? second.traceparent(cluster) : trace;
      }

      @Override
      public void told(Notification notice) {
        first.told(notice);
        second.told(notice);
      }
    };
  }
}
