package io.gnomon.controller.alert;

import io.gnomon.controller.cluster.Notice;
import io.gnomon.controller.kafka.OwnerListener;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import java.util.List;

/**
 * Passes what became of configurations on to every receiver, each with a queue and a pace of its
 * own. All methods on one event loop context; none of them blocks.
 */
public final class Notifier implements OwnerListener {
  private final HttpClient client;
  private final List<Courier> couriers;

  /** A notifier of the receivers in {@code settings}, of which there may be none. */
  public Notifier(Vertx vertx, AlertSettings settings) {
    client = vertx.createHttpClient(new HttpClientOptions().setKeepAlive(false));
    couriers =
        settings.receivers().entrySet().stream()
            .map(
                receiver ->
                    new Courier(vertx, client, receiver.getKey(), receiver.getValue(), settings))
            .toList();
  }

  /** Who takes them. */
  public List<Courier> couriers() {
    return couriers;
  }

  @Override
  public void told(Notice notice) {
    couriers.forEach(courier -> courier.offer(notice));
  }

  /** Gives up what has not been delivered. */
  public Future<Void> close() {
    couriers.forEach(Courier::close);
    return client.close();
  }
}
