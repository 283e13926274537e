package io.gnomon.controller.metrics;

import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.http.AccessCounters;
import io.gnomon.controller.notification.Channel;
import io.gnomon.controller.notification.NotificationSettings;
import io.gnomon.controller.notification.Notifier;
import io.gnomon.controller.operation.Mode;
import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Everything that a controller with one cluster and every kind of receiver tells. */
public final class FullScrape {
  private FullScrape() {}

  /** The scrape of a cluster of 8 processors that has been declared, and of its controller. */
  public static Scrape of() {
    return new Scrape(text());
  }

  /** The same as text. */
  static String text() {
    Vertx vertx = Vertx.vertx();
    try (ControllerMetrics metrics = new ControllerMetrics(() -> true, Duration.ofSeconds(30))) {
      EnumMap<Channel, URI> receivers = new EnumMap<>(Channel.class);
      for (Channel channel : Channel.values()) {
        receivers.put(channel, URI.create("http://127.0.0.1:1/"));
      }
      new Notifier(vertx, NotificationSettings.of(receivers, null, 1))
          .queues()
          .forEach(metrics::register);
      metrics.register(new AccessCounters());
      ControllerTestDriver driver = new ControllerTestDriver(Mode.APPLY, 10).declare(8);
      return metrics.scrape(
          new ControllerMetrics.ScrapeInput(List.of(driver.controller()), Map.of(0, 7L)));
    } finally {
      vertx.close();
    }
  }
}
