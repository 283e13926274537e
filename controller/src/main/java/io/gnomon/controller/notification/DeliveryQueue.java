package io.gnomon.controller.notification;

import io.gnomon.controller.retry.PersistentCaller;
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
 * Takes notices to one receiver, one at a time and in order, and insists where it is down.
 *
 * <p>What waits is bounded; where there is no room, the oldest that waits is given up. A receiver
 * that refuses a notice is not asked again. A notice is delivered once, unless the receiver takes
 * it and its answer is lost; it carries its id as {@code Idempotency-Key}. Neither the address nor
 * the token appears in the log. All methods on one event loop context; none of them blocks.
 */
public final class DeliveryQueue {
  private static final Logger LOG = LoggerFactory.getLogger(DeliveryQueue.class);

  private final Channel channel;
  private final URI receiver;
  private final NotificationSettings settings;
  private final HttpClient client;
  private final PersistentCaller caller;
  private final ArrayDeque<Notification> queue = new ArrayDeque<>();
  private @Nullable Notification current;
  private long delivered;
  private long refused;
  private long dropped;
  private boolean overflowing;
  private Promise<Void> idle = Promise.promise();

  /** The receiver has answered that it does not want it. */
  private static final class UnwantedException extends Exception {
    private static final long serialVersionUID = 1L;

    UnwantedException(int status) {
      super("status " + status);
    }
  }

  /** The receiver has answered that it cannot take it now. */
  private static final class UnableException extends Exception {
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
        new PersistentCaller(
            vertx,
            "telling " + channel.wireName(),
            settings.patience(),
            UnwantedException.class::isInstance,
            false);
  }

  /** Whom it goes to. */
  public Channel channel() {
    return channel;
  }

  /** Notices that were taken. */
  public long delivered() {
    return delivered;
  }

  /** Notices that the receiver did not want. */
  public long refused() {
    return refused;
  }

  /** Notices that were given up because too many waited. */
  public long dropped() {
    return dropped;
  }

  /** Attempts after a failed one. */
  public long repeats() {
    return caller.repeats();
  }

  /** Notices that wait, with the one under way. */
  public int waiting() {
    return queue.size() + (current == null ? 0 : 1);
  }

  void offer(Notification notice) {
    if (queue.size() >= settings.queueSize()) {
      queue.remove();
      dropped++;
      if (!overflowing) {
        LOG.warn("telling {}: too many notices wait; the oldest are given up", channel.wireName());
      }
      overflowing = true;
    }
    queue.add(notice);
    next();
  }

  /** Completes when nothing waits. */
  Future<Void> idle() {
    return waiting() == 0 ? Future.succeededFuture() : idle.future();
  }

  /** Makes no further attempt. */
  void close() {
    caller.close();
    if (waiting() > 0) {
      LOG.warn("telling {}: {} notices were not delivered", channel.wireName(), waiting());
    }
  }

  private void next() {
    Notification notice = current == null ? queue.poll() : null;
    if (notice == null) {
      Promise<Void> expected = idle;
      if (waiting() == 0) {
        idle = Promise.promise();
        expected.complete();
      }
      return;
    }
    current = notice;
    String body = channel.body(notice);
    caller
        .call(() -> send(notice, body))
        .onSuccess(
            done -> {
              delivered++;
              LOG.info("told {} of notice {}", channel.wireName(), notice.id());
              goOn();
            })
        .onFailure(
            failure -> {
              if (failure instanceof UnwantedException) {
                refused++;
                LOG.warn(
                    "telling {}: the receiver does not want notice {}: {}",
                    channel.wireName(),
                    notice.id(),
                    failure.getMessage());
                goOn();
              }
            });
  }

  private void goOn() {
    current = null;
    overflowing = false;
    next();
  }

  private Future<Void> send(Notification notice, String body) {
    long millis = settings.timeout().toMillis();
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setAbsoluteURI(receiver.toString())
            .setConnectTimeout(millis)
            .setIdleTimeout(millis)
            .addHeader("content-type", "application/json")
            .addHeader("idempotency-key", notice.id());
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
              // what else it says does not matter, and may have no end
              response.exceptionHandler(expected -> {});
              request.reset();
              if (status >= 200 && status < 300) {
                return Future.succeededFuture();
              }
              boolean later = status >= 500 || status == 408 || status == 429;
              return Future.failedFuture(
                  later ? new UnableException() : new UnwantedException(status));
            });
  }
}
