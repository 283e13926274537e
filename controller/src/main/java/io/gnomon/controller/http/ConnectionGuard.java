package io.gnomon.controller.http;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections that clients hold without using them.
 *
 * <p>A client has a limited time to complete its next request, counted from the opening of the
 * connection or from the last answer. After this time, the connection is closed. If there are too
 * many connections, the one that is idle longest is closed; if all have a request in progress, the
 * new one is closed. For connections with one request at a time; confined to one event loop
 * context.
 */
final class ConnectionGuard {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionGuard.class);

  private final Vertx vertx;
  private final int most;
  private final long timeoutMilliseconds;
  private final Set<HttpConnection> open = new HashSet<>();
  // connections without a complete request and their timers, longest idle first
  private final Map<HttpConnection, Long> idle = new LinkedHashMap<>();
  private long ended;

  ConnectionGuard(Vertx vertx, HttpSettings.Limits limits) {
    this.vertx = vertx;
    most = limits.connections();
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

  /** A complete request has arrived. */
  void arrived(HttpConnection connection) {
    cancelTimer(connection);
  }

  /** A request has been answered. */
  void answered(HttpConnection connection) {
    cancelTimer(connection);
    if (open.contains(connection)) {
      await(connection);
    }
  }

  /** The number of open connections. */
  int open() {
    return open.size();
  }

  /** The number of connections closed because they were idle, slow or too many. */
  long ended() {
    return ended;
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
    ended++;
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
