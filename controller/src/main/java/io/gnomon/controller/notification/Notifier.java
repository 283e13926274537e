package io.gnomon.controller.notification;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Delivers notifications to all receivers, each through a queue of its own. All methods run on one
 * event loop context and do not block.
 */
public final class Notifier {
  private static final int CLOSE_TIMEOUT_SECONDS = 2;

  private final HttpClient client;
  private final List<DeliveryQueue> queues;

  /** A notifier for the receivers in {@code settings}; there may be none. */
  public Notifier(Vertx vertx, NotificationSettings settings) {
    client = vertx.createHttpClient(new HttpClientOptions().setKeepAlive(false));
    queues =
        settings.receivers().entrySet().stream()
            .map(
                receiver ->
                    new DeliveryQueue(
                        vertx, client, receiver.getKey(), receiver.getValue(), settings))
            .toList();
  }

  /** The queue of each receiver. */
  public List<DeliveryQueue> queues() {
    return queues;
  }

  /** Queues a notification for every receiver. */
  public void send(Notification notification) {
    queues.forEach(queue -> queue.offer(notification));
  }

  /** Delivers waiting notifications for up to two seconds and drops the others. */
  public Future<Void> close() {
    return Future.join(queues.stream().map(DeliveryQueue::idle).toList())
        .timeout(CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .transform(
            done -> {
              queues.forEach(DeliveryQueue::close);
              return client.close();
            });
  }
}
