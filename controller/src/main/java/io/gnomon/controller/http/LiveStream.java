package io.gnomon.controller.http;

import io.gnomon.controller.http.access.Client;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The clusters as server-sent events, once per second if anything has changed. The content is built
 * once for all listeners, and less often if building it is slow, so that it takes at most 5 % of
 * the time. A listener that does not read is skipped and later disconnected. All methods run on one
 * event loop context.
 */
final class LiveStream {
  private static final long TICK_MILLISECONDS = 1000;
  private static final int TICKS_TO_HEARTBEAT = 10;
  private static final int COST_FACTOR = 19;
  private static final Buffer HEARTBEAT = Buffer.buffer(": still here\n\n");

  private final Vertx vertx;
  private final Supplier<String> content;
  private final int most;
  private final long tickMilliseconds;
  private final long patienceTicks;
  // oldest first
  private final Map<HttpServerResponse, Listener> listeners = new LinkedHashMap<>();
  private String last = "";
  private int quiet;
  private long pauseUntil;
  private long timer = -1;

  /**
   * A listener.
   *
   * @param client its client, for the limit
   * @param unread the number of ticks for which it has not read
   */
  private record Listener(Client client, int unread) {}

  /**
   * A stream without listeners.
   *
   * @param content one line of JSON
   */
  LiveStream(Vertx vertx, HttpSettings.Limits limits, Supplier<String> content) {
    this(vertx, limits, content, TICK_MILLISECONDS);
  }

  /** A stream with another period between checks for changes. */
  LiveStream(
      Vertx vertx, HttpSettings.Limits limits, Supplier<String> content, long tickMilliseconds) {
    this.vertx = vertx;
    this.content = content;
    this.tickMilliseconds = tickMilliseconds;
    most = limits.listeners();
    patienceTicks = limits.requestSeconds() * 1000L / tickMilliseconds;
  }

  /**
   * Adds a listener and sends it the content of the last tick. If there are too many, it displaces
   * the oldest one of the client with the most, provided that its own client has fewer afterwards.
   */
  void listen(RoutingContext call, Client client) {
    if (listeners.size() >= most && !displaceFor(client)) {
      new HttpProblem(
              503,
              most
                  + " streams are open, the maximum; increase http.max-streams or poll the cluster")
          .answer(call);
      return;
    }
    HttpServerResponse response = call.response();
    if (call.get(RequestGuard.HEAD) != null) {
      response.putHeader("content-type", "text/event-stream").end();
      return;
    }
    response
        .setChunked(true)
        .putHeader("content-type", "text/event-stream")
        .putHeader("cache-control", "no-store");
    call.addEndHandler(gone -> listeners.remove(response));
    listeners.put(response, new Listener(client, 0));
    if (timer < 0) {
      last = made();
      timer = vertx.setPeriodic(tickMilliseconds, tick -> tick());
    }
    send(response, event(last));
  }

  /** The number of listeners. */
  int listeners() {
    return listeners.size();
  }

  /** Sends what has changed. The timer calls it while there are listeners. */
  void tick() {
    if (listeners.isEmpty()) {
      vertx.cancelTimer(timer);
      timer = -1;
      return;
    }
    String now = System.nanoTime() < pauseUntil ? last : made();
    boolean changed = !now.equals(last);
    if (!changed && ++quiet < TICKS_TO_HEARTBEAT) {
      dropSlowListeners();
      return;
    }
    last = now;
    quiet = 0;
    Buffer message = changed ? event(now) : HEARTBEAT;
    dropSlowListeners();
    // copies the map, because a failed write removes the listener
    new LinkedHashMap<>(listeners)
        .forEach(
            (response, listener) -> {
              if (listener.unread() == 0) {
                send(response, message);
              }
            });
  }

  private String made() {
    long began = System.nanoTime();
    String json = content.get();
    long end = System.nanoTime();
    pauseUntil = end + COST_FACTOR * (end - began);
    return json;
  }

  private void dropSlowListeners() {
    listeners.replaceAll(
        (response, one) ->
            new Listener(one.client(), response.writeQueueFull() ? one.unread() + 1 : 0));
    listeners.entrySet().stream()
        .filter(listener -> listener.getValue().unread() > patienceTicks)
        .map(Map.Entry::getKey)
        .toList()
        .forEach(this::drop);
  }

  private boolean displaceFor(Client client) {
    Map<Client, Integer> held = new HashMap<>();
    listeners.values().forEach(one -> held.merge(one.client(), 1, Integer::sum));
    int fewest = held.getOrDefault(client, 0) + 2;
    Optional<HttpServerResponse> displaced =
        listeners.entrySet().stream()
            .filter(one -> count(held, one) >= fewest)
            .max(Comparator.comparingInt(one -> count(held, one)))
            .map(Map.Entry::getKey);
    displaced.ifPresent(this::drop);
    return displaced.isPresent();
  }

  private static int count(
      Map<Client, Integer> held, Map.Entry<HttpServerResponse, Listener> listener) {
    return held.getOrDefault(listener.getValue().client(), 0);
  }

  private void drop(HttpServerResponse response) {
    listeners.remove(response);
    response.reset();
  }

  private void send(HttpServerResponse response, Buffer message) {
    response.write(message).onFailure(gone -> listeners.remove(response));
  }

  private static Buffer event(String json) {
    return Buffer.buffer("event: clusters\ndata: " + json + "\n\n");
  }
}
