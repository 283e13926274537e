package io.gnomon.controller.notification;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Passes what became of configurations on to every receiver, each with a queue and a pace of its
 * own. All methods on one event loop context; none of them blocks.
 */
public final class Notifier {
  private static final int LAST_SECONDS = 2;

  private final HttpClient client;
  private final List<DeliveryQueue> couriers;

  /** A notifier of the receivers in {@code settings}, of which there may be none. */
  public Notifier(Vertx vertx, NotificationSettings settings) {
    client = vertx.createHttpClient(new HttpClientOptions().setKeepAlive(false));
    couriers =
        settings.receivers().entrySet().stream()
            .map(
                receiver ->
                    new DeliveryQueue(
                        vertx, client, receiver.getKey(), receiver.getValue(), settings))
            .toList();
  }

  /** Who takes them. */
  public List<DeliveryQueue> couriers() {
    return couriers;
  }

  /** Queues a notification for every receiver. */
  public void send(Notification notice) {
    couriers.forEach(courier -> courier.offer(notice));
  }

  /** Delivers what can be delivered within two seconds, and gives up the rest. */
  public Future<Void> close() {
    return Future.join(couriers.stream().map(DeliveryQueue::idle).toList())
        .timeout(LAST_SECONDS, TimeUnit.SECONDS)
        .transform(
            done -> {
              couriers.forEach(DeliveryQueue::close);
              return client.close();
            });
  }
}
