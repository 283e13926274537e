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
 * Keeps clients from holding connections without using them.
 *
 * <p>A client has a limited time from the opening of a connection, or from the last answer on it,
 * to the end of its next request; one that is slower, or silent, is closed. Where there are more
 * connections than allowed, the one is closed that has waited for longest; where all of them have a
 * request to be answered, the new one is. For connections with one request at a time, on one event
 * loop context.
 */
final class ConnectionGuard {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionGuard.class);

  private final Vertx vertx;
  private final int most;
  private final long patienceMilliseconds;
  private final Set<HttpConnection> open = new HashSet<>();
  // connections without a whole request, with the timer that ends them, the oldest wait first
  private final Map<HttpConnection, Long> awaited = new LinkedHashMap<>();
  private long ended;

  ConnectionGuard(Vertx vertx, HttpSettings.Limits limits) {
    this.vertx = vertx;
    most = limits.connections();
    patienceMilliseconds = limits.requestSeconds() * 1000L;
  }

  /** A client has connected. */
  void opened(HttpConnection connection) {
    open.add(connection);
    connection.closeHandler(
        gone -> {
          open.remove(connection);
          forget(connection);
        });
    if (open.size() <= most || endLongestAwaited()) {
      await(connection);
    } else {
      end(connection);
    }
  }

  /** A whole request has arrived; it is our turn. */
  void arrived(HttpConnection connection) {
    forget(connection);
  }

  /** A request has been answered; it is the client's turn. */
  void answered(HttpConnection connection) {
    forget(connection);
    if (open.contains(connection)) {
      await(connection);
    }
  }

  /** Connections that are open. */
  int open() {
    return open.size();
  }

  /** Connections that were closed here for being idle, slow or too many. */
  long ended() {
    return ended;
  }

  private void await(HttpConnection connection) {
    awaited.put(connection, vertx.setTimer(patienceMilliseconds, late -> end(connection)));
  }

  private boolean endLongestAwaited() {
    if (awaited.isEmpty()) {
      return false;
    }
    end(awaited.keySet().iterator().next());
    return true;
  }

  private void end(HttpConnection connection) {
    ended++;
    open.remove(connection);
    forget(connection);
    connection
        .close()
        .onFailure(problem -> LOG.debug("closing a connection: {}", problem.toString()));
  }

  private void forget(HttpConnection connection) {
    @Nullable Long timer = awaited.remove(connection);
    if (timer != null) {
      vertx.cancelTimer(timer);
    }
  }
}
