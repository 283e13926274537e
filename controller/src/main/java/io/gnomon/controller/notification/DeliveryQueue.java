package io.gnomon.controller.notification;

import io.gnomon.controller.retry.RetryingCaller;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers notifications to one receiver, in order and one at a time, and retries while the
 * receiver is down.
 *
 * <p>The queue is bounded; if it is full, the oldest waiting notification is dropped. A
 * notification that the receiver rejects is not retried. A notification is delivered once, unless
 * the receiver's answer is lost; the header {@code Idempotency-Key} has its id. The log has neither
 * the address nor the token. All methods run on one event loop context and do not block.
 */
public final class DeliveryQueue {
  private static final Logger LOG = LoggerFactory.getLogger(DeliveryQueue.class);

  private final Channel channel;
  private final URI receiver;
  private final NotificationSettings settings;
  private final HttpClient client;
  private final RetryingCaller caller;
  private final ArrayDeque<Notification> queue = new ArrayDeque<>();
  private @Nullable Notification current;
  private long delivered;
  private long rejected;
  private long dropped;
  private boolean overflowing;
  private Promise<Void> idle = Promise.promise();

  /** The receiver rejected the notification. */
  private static final class RejectedException extends Exception {
    private static final long serialVersionUID = 1L;

    RejectedException(int status) {
      super("status " + status);
    }
  }

  /** The receiver cannot accept the notification at present. */
  private static final class UnavailableException extends Exception {
    private static final long serialVersionUID = 1L;
  }

  DeliveryQueue(
      Vertx vertx,
      HttpClient client,
      Channel channel,
      URI receiver,
      NotificationSettings settings) {
    this.channel = channel;
    this.receiver = receiver;
    this.settings = settings;
    this.client = client;
    caller =
        new RetryingCaller(
            vertx,
            "delivery to " + channel.wireName(),
            settings.backoff(),
            RejectedException.class::isInstance,
            false);
  }

  /** The channel of the receiver. */
  public Channel channel() {
    return channel;
  }

  /** The number of delivered notifications. */
  public long delivered() {
    return delivered;
  }

  /** The number of notifications that the receiver rejected. */
  public long rejected() {
    return rejected;
  }

  /** The number of notifications dropped because the queue was full. */
  public long dropped() {
    return dropped;
  }

  /** The number of delivery attempts that followed a failed one. */
  public long retries() {
    return caller.retries();
  }

  /** The number of waiting notifications, including the one that is being delivered. */
  public int waiting() {
    return queue.size() + (current == null ? 0 : 1);
  }

  void offer(Notification notification) {
    if (queue.size() >= settings.queueCapacity()) {
      queue.remove();
      dropped++;
      if (!overflowing) {
        LOG.warn(
            "delivery to {}: the queue of {} notifications is full; dropping the oldest;"
                + " raise alert.queue-capacity or check the receiver",
            channel.wireName(),
            settings.queueCapacity());
      }
      overflowing = true;
    }
    queue.add(notification);
    next();
  }

  /** Completes when the queue is empty. */
  Future<Void> idle() {
    return waiting() == 0 ? Future.succeededFuture() : idle.future();
  }

  /** Stops further delivery attempts. */
  void close() {
    caller.close();
    if (waiting() > 0) {
      LOG.warn(
          "delivery to {}: {} notifications were not delivered before the shutdown",
          channel.wireName(),
          waiting());
    }
  }

  private void next() {
    Notification notification = current == null ? queue.poll() : null;
    if (notification == null) {
      Promise<Void> expected = idle;
      if (waiting() == 0) {
        idle = Promise.promise();
        expected.complete();
      }
      return;
    }
    current = notification;
    String body = channel.body(notification);
    caller
        .call(() -> send(notification, body))
        .onSuccess(
            done -> {
              delivered++;
              LOG.info("delivered notification {} to {}", notification.id(), channel.wireName());
              proceed();
            })
        .onFailure(
            failure -> {
              if (failure instanceof RejectedException) {
                rejected++;
                LOG.warn(
                    "delivery to {}: the receiver rejected notification {}: {}",
                    channel.wireName(),
                    notification.id(),
                    failure.getMessage());
                proceed();
              }
            });
  }

  private void proceed() {
    current = null;
    overflowing = false;
    next();
  }

  private Future<Void> send(Notification notification, String body) {
    long millis = settings.timeout().toMillis();
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setAbsoluteURI(receiver.toString())
            .setConnectTimeout(millis)
            .setIdleTimeout(millis)
            .addHeader("content-type", "application/json")
            .addHeader("idempotency-key", notification.id());
    String token = settings.token();
    if (token != null && channel.takesToken()) {
      options.addHeader("authorization", "Bearer " + token);
    }
    return client
        .request(options)
        .compose(request -> answer(request, body))
        .timeout(millis, TimeUnit.MILLISECONDS);
  }

  private static Future<Void> answer(HttpClientRequest request, String body) {
    return request
        .send(body)
        .compose(
            response -> {
              int status = response.statusCode();
              // the body is not needed and may be endless
              response.exceptionHandler(expected -> {});
              request.reset();
              if (status >= 200 && status < 300) {
                return Future.succeededFuture();
              }
              boolean temporary = status >= 500 || status == 408 || status == 429;
              return Future.failedFuture(
                  temporary ? new UnavailableException() : new RejectedException(status));
            });
  }
}
