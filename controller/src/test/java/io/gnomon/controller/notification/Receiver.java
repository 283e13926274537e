package io.gnomon.controller.notification;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A real HTTP server that can be down: its port is its own, but nothing listens there. */
final class Receiver implements AutoCloseable {
  /** What it was sent. */
  record Got(String path, MultiMap headers, String body) {}

  /** How it answers. */
  interface Answer {
    void to(HttpServerRequest request, int number);
  }

  private final Vertx vertx;
  private final Socket place = new Socket();
  private final List<Got> got = new CopyOnWriteArrayList<>();
  private Answer answer = (request, number) -> request.response().end();
  private @Nullable HttpServer server;

  Receiver(Vertx vertx) throws IOException {
    this.vertx = vertx;
    // bound but not listening: connections are refused, and no other process gets the port
    place.setReuseAddress(true);
    place.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  URI address(String path) {
    return URI.create("http://127.0.0.1:" + place.getLocalPort() + path);
  }

  Receiver answering(Answer other) {
    answer = other;
    return this;
  }

  Receiver up() throws Exception {
    server =
        await(
            vertx
                .createHttpServer()
                .requestHandler(this::take)
                .listen(place.getLocalPort(), "127.0.0.1"));
    return this;
  }

  private void take(HttpServerRequest request) {
    request.bodyHandler(
        body -> {
          got.add(new Got(request.path(), request.headers(), body.toString()));
          answer.to(request, got.size());
        });
  }

  /** All that came, with what it did not answer well. */
  List<Got> got() {
    return got;
  }

  @Override
  public void close() throws Exception {
    if (server != null) {
      await(server.close());
    }
    place.close();
  }

  static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
  }
}
