package io.gnomon.controller.http;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.ext.web.RoutingContext;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections that clients hold without using them, and bounds the requests in progress.
 *
 * <p>A client has a limited time to complete its next request, counted from the opening of the
 * connection or from the last answer. After this time, the connection is closed. If there are too
 * many connections, the one that is idle longest is closed; if all have a request in progress, the
 * new one is closed. One connection in {@value #RESERVED} is kept for probes of health, operators
 * and connections without a request: other requests in progress have the rest. For connections with
 * one request at a time; confined to one event loop context.
 */
final class ConnectionGuard {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionGuard.class);

  private static final int RESERVED = 8; // one in so many
  private static final String UNPRINTABLE = "[^\\x21-\\x7e ]";

  private final Vertx vertx;
  private final int most;
  private final int mostOrdinary;
  private final long timeoutMilliseconds;
  private final Set<HttpConnection> open = new HashSet<>();
  // connections without a complete request and their timers, longest idle first
  private final Map<HttpConnection, Long> idle = new LinkedHashMap<>();
  private int ordinary;

  ConnectionGuard(Vertx vertx, HttpSettings.Limits limits) {
    this.vertx = vertx;
    most = limits.connections();
    mostOrdinary = most - most / RESERVED;
    timeoutMilliseconds = limits.requestSeconds() * 1000L;
  }

  /** A connection has been opened. */
  void opened(HttpConnection connection) {
    open.add(connection);
    connection.closeHandler(
        gone -> {
          open.remove(connection);
          cancelTimer(connection);
        });
    if (open.size() <= most || closeLongestIdle()) {
      await(connection);
    } else {
      end(connection);
    }
  }

  /**
   * Whether a complete request may be processed; if not, it is answered. A request that has no
   * answer when its time is over is answered, and an answer that comes later is dropped.
   *
   * @param reserved whether it may use the places that are kept for probes and operators
   * @param limitMillis the time in which it must be answered; the live stream is answered at once
   */
  boolean admits(RoutingContext context, boolean reserved, long limitMillis) {
    HttpConnection connection = context.request().connection();
    cancelTimer(connection);
    if (!reserved && ordinary >= mostOrdinary) {
      context.response().putHeader("connection", "close");
      new HttpProblem(
              503, "too many requests are in progress, %d; try again".formatted(ordinary), 1)
          .answer(context);
      return false;
    }
    ordinary += reserved ? 0 : 1;
    long deadline = vertx.setTimer(limitMillis, late -> late(context, limitMillis));
    context.addEndHandler(
        done -> {
          vertx.cancelTimer(deadline);
          ordinary -= reserved ? 0 : 1;
          cancelTimer(connection);
          if (open.contains(connection)) {
            await(connection);
          }
        });
    return true;
  }

  private static void late(RoutingContext context, long limitMillis) {
    if (!context.response().headWritten()) {
      String request = context.request().method() + " " + context.request().path();
      LOG.warn("{} has no answer after {} ms", request.replaceAll(UNPRINTABLE, "?"), limitMillis);
      new HttpProblem(504, "there was no answer within " + limitMillis / 1000 + " s; try again", 1)
          .answer(context);
    }
  }

  /** The number of open connections. */
  int open() {
    return open.size();
  }

  private void await(HttpConnection connection) {
    idle.put(connection, vertx.setTimer(timeoutMilliseconds, expired -> end(connection)));
  }

  private boolean closeLongestIdle() {
    if (idle.isEmpty()) {
      return false;
    }
    end(idle.keySet().iterator().next());
    return true;
  }

  private void end(HttpConnection connection) {
    open.remove(connection);
    cancelTimer(connection);
    connection
        .close()
        .onFailure(problem -> LOG.debug("cannot close a connection: {}", problem.toString()));
  }

  private void cancelTimer(HttpConnection connection) {
    @Nullable Long timer = idle.remove(connection);
    if (timer != null) {
      vertx.cancelTimer(timer);
    }
  }
}
