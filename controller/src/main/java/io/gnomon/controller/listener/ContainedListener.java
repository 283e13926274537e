package io.gnomon.controller.listener;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.fault.Faults;
import io.gnomon.controller.kafka.topic.LogRange;
import io.gnomon.controller.notification.Notification;
import io.gnomon.events.RejectReason;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listener whose faults do not reach the owner. The first fault of each method is logged with its
 * stack trace.
 */
public final class ContainedListener implements OwnerListener {
  private static final Logger LOG = LoggerFactory.getLogger(ContainedListener.class);

  private final OwnerListener listener;
  private final Set<String> logged = new HashSet<>();

  /** Contains the faults of another listener. */
  public ContainedListener(OwnerListener listener) {
    this.listener = listener;
  }

  private void contained(String method, Runnable call) {
    report(method, Faults.in(call));
  }

  private void report(String method, @Nullable Throwable fault) {
    if (fault != null && logged.add(method)) {
      LOG.error(
          "{} failed; the cluster's events are processed all the same. Please report this as a"
              + " defect",
          method,
          fault);
    }
  }

  @Override
  public void partitionRestored(int partition, Duration took) {
    contained("partitionRestored", () -> listener.partitionRestored(partition, took));
  }

  @Override
  public void eventsLost(int partition, LogRange.Loss cause) {
    contained("eventsLost", () -> listener.eventsLost(partition, cause));
  }

  @Override
  public void recordInvalid(int partition) {
    contained("recordInvalid", () -> listener.recordInvalid(partition));
  }

  @Override
  public void studyStarted(String cluster, StudyTrigger trigger) {
    contained("studyStarted", () -> listener.studyStarted(cluster, trigger));
  }

  @Override
  public void eventApplied(ClusterController controller) {
    contained("eventApplied", () -> listener.eventApplied(controller));
  }

  @Override
  public Future<Void> room(ClusterController controller) {
    try {
      Future<Void> room = listener.room(controller);
      return room.succeeded() ? room : room.otherwiseEmpty();
    } catch (RuntimeException | Error fault) {
      Faults.contain(fault);
      report("room", fault);
      return Future.succeededFuture();
    }
  }

  @Override
  public void clusterLeft(ClusterController controller) {
    contained("clusterLeft", () -> listener.clusterLeft(controller));
  }

  @Override
  public void studyEnded(String cluster, StudyEnd end, Duration took) {
    contained("studyEnded", () -> listener.studyEnded(cluster, end, took));
  }

  @Override
  public void undeclaredEvent(RejectReason reason) {
    contained("undeclaredEvent", () -> listener.undeclaredEvent(reason));
  }

  @Override
  public void published(String cluster) {
    contained("published", () -> listener.published(cluster));
  }

  @Override
  public void notificationPublished(Notification notification) {
    contained("notificationPublished", () -> listener.notificationPublished(notification));
  }

  @Override
  public @Nullable String traceparent(String cluster) {
    AtomicReference<@Nullable String> trace = new AtomicReference<>();
    contained("traceparent", () -> trace.set(listener.traceparent(cluster)));
    return trace.get();
  }
}
