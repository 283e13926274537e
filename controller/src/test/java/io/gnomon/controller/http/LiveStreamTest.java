package io.gnomon.controller.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.controller.http.access.Client;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Listeners that read, and those that do not, beside each other. */
class LiveStreamTest {
  private static final int LARGE = 2_000_000;
  // the timer never fires: tests tick by hand
  private static final int TICK_SECONDS = 10_000;
  private static final int PATIENCE_TICKS = 20;
  private static final int MOST = 10;

  private final Vertx vertx = Vertx.vertx();
  private final Context loop = vertx.getOrCreateContext();
  private final AtomicLong made = new AtomicLong();
  private volatile Supplier<String> content = () -> made.incrementAndGet() + "x".repeat(LARGE);
  private final Queue<Throwable> unhandled = new ConcurrentLinkedQueue<>();
  private LiveStream stream;
  private HttpServer server;

  @BeforeEach
  void serve() throws Exception {
    vertx.exceptionHandler(unhandled::add);
    stream =
        new LiveStream(
            vertx,
            new HttpSettings.Limits(1024, 10, PATIENCE_TICKS * TICK_SECONDS, MOST, 60),
            () -> content.get(),
            1000L * TICK_SECONDS);
    Router router = Router.router(vertx);
    router
        .get("/:client")
        .handler(call -> stream.listen(call, new Client(call.pathParam("client"), false)));
    server =
        vertx
            .createHttpServer(new HttpServerOptions().setHost("127.0.0.1").setPort(0))
            .requestHandler(router);
    onLoop(server::listen);
  }

  private <T> void onLoop(Supplier<Future<T>> action) throws Exception {
    Promise<T> done = Promise.promise();
    loop.runOnContext(now -> action.get().onComplete(done));
    ServedController.await(done.future());
  }

  private void tick() throws Exception {
    onLoop(
        () -> {
          stream.tick();
          return Future.succeededFuture();
        });
  }

  /** Ticks until there is something new, which is made less often where that takes long. */
  private void tickUntilChanged() throws Exception {
    long before = made.get();
    while (made.get() == before) {
      tick();
    }
  }

  /** Reads until so many bytes have been read in all. */
  private static long read(InputStream in, long already, long bytes) throws IOException {
    byte[] buffer = new byte[1 << 16];
    long all = already;
    while (all < bytes) {
      int some = in.read(buffer);
      assertThat(some).isPositive();
      all += some;
    }
    return all;
  }

  @AfterEach
  void stop() throws Exception {
    ServedController.await(vertx.close());
    assertThat(unhandled).isEmpty();
  }

  private Socket listen(int receiveBuffer) throws IOException {
    return listen(receiveBuffer, "one");
  }

  private Socket listen(int receiveBuffer, String client) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(receiveBuffer);
    socket.setSoTimeout(120_000);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.actualPort()));
    socket
        .getOutputStream()
        .write(
            ("GET /" + client + " HTTP/1.1\r\nHost: x\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  @Test
  void oneThatNeverReadsIsDroppedWhileAnotherHearsOn() throws Exception {
    try (Socket silent = listen(4096);
        Socket reader = listen(1 << 20)) {
      await().atMost(Duration.ofMinutes(2)).until(() -> stream.listeners() == 2);
      InputStream in = reader.getInputStream();
      long heard = 0;
      for (int events = 0; stream.listeners() == 2; events++) {
        assertThat(events).isLessThanOrEqualTo(2 * PATIENCE_TICKS);
        heard = read(in, heard, made.get() * LARGE);
        tickUntilChanged();
      }
      assertThat(stream.listeners()).as("listeners after %d bytes were heard", heard).isEqualTo(1);
      tickUntilChanged();
      read(in, heard, made.get() * LARGE);
      assertThat(silent.isConnected()).isTrue();
    }
    await().atMost(Duration.ofMinutes(2)).until(() -> stream.listeners() == 0);
  }

  @Test
  void clientsThatLeaveDuringATickDelayNoOther() throws Exception {
    int size = 100_000;
    content = () -> made.incrementAndGet() + "x".repeat(size);
    try (Socket reader = listen(1 << 20)) {
      InputStream in = reader.getInputStream();
      long heard = 0;
      for (int round = 0; round < 20; round++) {
        List<Socket> gone = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
          gone.add(listen(4096));
        }
        await()
            .pollInterval(Duration.ofMillis(2))
            .atMost(Duration.ofMinutes(2))
            .until(() -> stream.listeners() > 1);
        for (Socket socket : gone) {
          socket.setSoLinger(true, 0);
          socket.close();
        }
        for (int i = 0; i < 2; i++) {
          tickUntilChanged();
          heard = read(in, heard, made.get() * size);
        }
      }
      await().atMost(Duration.ofMinutes(2)).until(() -> stream.listeners() == 1);
    }
  }

  @Test
  void oneThatReadsIsKeptForLongerThanARequestMayTakeAndHearsThatNothingHappens() throws Exception {
    content = () -> "[]";
    try (Socket reader = listen(1 << 16)) {
      InputStream in = reader.getInputStream();
      await().atMost(Duration.ofMinutes(2)).until(() -> stream.listeners() == 1);
      for (int i = 0; i < 3 * PATIENCE_TICKS; i++) {
        tick();
      }
      StringBuilder heard = new StringBuilder();
      while (heard.toString().split("still here", -1).length < 5) {
        heard.append((char) in.read());
      }
      assertThat(heard).containsOnlyOnce("data: []");
      assertThat(stream.listeners()).isEqualTo(1);
    }
  }

  @Test
  void oneClientCannotTakeAllStreams() throws Exception {
    content = () -> "[]";
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < MOST; i++) {
        sockets.add(listen(4096, "greedy"));
        assertThat(status(sockets.get(i))).isEqualTo("200");
      }
      try (Socket refused = listen(4096, "greedy")) {
        assertThat(status(refused)).isEqualTo("503");
      }
      for (int i = 0; i < MOST / 2; i++) {
        sockets.add(listen(4096, "modest"));
        assertThat(status(sockets.get(MOST + i))).isEqualTo("200");
        assertThat(rest(sockets.get(i))).as("the oldest stream of the other ends").isNotNull();
      }
      try (Socket refused = listen(4096, "modest")) {
        assertThat(status(refused)).as("each has half of them").isEqualTo("503");
      }
      assertThat(stream.listeners()).isEqualTo(MOST);
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  private static String status(Socket socket) throws IOException {
    byte[] line = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
    return new String(line, StandardCharsets.US_ASCII).substring("HTTP/1.1 ".length());
  }

  private static String rest(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
  }
}
