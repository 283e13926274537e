package io.gnomon.controller.listener;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.fault.Faults;
import io.gnomon.controller.kafka.topic.LogRange;
import io.gnomon.controller.notification.Notification;
import io.gnomon.events.RejectReason;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listeners that are all called; a fault of one reaches neither the owner nor the others. The first
 * fault of each method of a listener is logged with its stack trace. The trace is that of the first
 * listener that has one.
 */
public final class ContainedListeners implements OwnerListener {
  private static final Logger LOG = LoggerFactory.getLogger(ContainedListeners.class);

  private final List<OwnerListener> listeners;
  private final Set<String> logged = new HashSet<>();

  /** Contains the faults of listeners. */
  public ContainedListeners(OwnerListener... listeners) {
    this.listeners = List.of(listeners);
  }

  private void each(String method, Consumer<OwnerListener> call) {
    for (OwnerListener listener : listeners) {
      Throwable fault = Faults.in(() -> call.accept(listener));
      String failed = listener.getClass().getName() + "." + method;
      if (fault != null && logged.add(failed)) {
        LOG.error(
            "{} failed; the cluster's events are processed all the same. Please report this as a"
                + " defect",
            failed,
            fault);
      }
    }
  }

  @Override
  public void partitionRestored(int partition, Duration took) {
    each("partitionRestored", one -> one.partitionRestored(partition, took));
  }

  @Override
  public void eventsLost(int partition, LogRange.Loss cause) {
    each("eventsLost", one -> one.eventsLost(partition, cause));
  }

  @Override
  public void recordInvalid(int partition) {
    each("recordInvalid", one -> one.recordInvalid(partition));
  }

  @Override
  public void studyStarted(String cluster, StudyTrigger trigger) {
    each("studyStarted", one -> one.studyStarted(cluster, trigger));
  }

  @Override
  public void eventApplied(ClusterController controller) {
    each("eventApplied", one -> one.eventApplied(controller));
  }

  @Override
  public Future<Void> room(ClusterController controller) {
    List<Future<Void>> rooms = new ArrayList<>();
    each("room", one -> rooms.add(one.room(controller)));
    Future<Void> all = Future.succeededFuture();
    for (Future<Void> room : rooms) {
      if (!room.succeeded()) {
        Future<Void> next = room.otherwiseEmpty();
        all = all.isComplete() ? next : all.compose(done -> next);
      }
    }
    return all;
  }

  @Override
  public void clusterLeft(ClusterController controller) {
    each("clusterLeft", one -> one.clusterLeft(controller));
  }

  @Override
  public void studyEnded(String cluster, StudyEnd end, Duration took) {
    each("studyEnded", one -> one.studyEnded(cluster, end, took));
  }

  @Override
  public void undeclaredEvent(RejectReason reason) {
    each("undeclaredEvent", one -> one.undeclaredEvent(reason));
  }

  @Override
  public void published(String cluster) {
    each("published", one -> one.published(cluster));
  }

  @Override
  public void notificationPublished(Notification notification) {
    each("notificationPublished", one -> one.notificationPublished(notification));
  }

  @Override
  public @Nullable String traceparent(String cluster) {
    AtomicReference<@Nullable String> trace = new AtomicReference<>();
    each(
        "traceparent",
        one -> trace.set(trace.get() == null ? one.traceparent(cluster) : trace.get()));
    return trace.get();
  }
}
