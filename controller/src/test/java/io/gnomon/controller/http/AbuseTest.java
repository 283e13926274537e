package io.gnomon.controller.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.controller.http.access.AccessCounters;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a careless or hostile client can use of a controller has bounds. */
class AbuseTest {
  private static final String MODE = ServedController.CLUSTER + "/mode";
  private static final HttpSettings.Limits HASTY = new HttpSettings.Limits(2048, 50, 1, 2, 60);

  private static final int GUESSES = 60;
  private static final int KNOWN = 25;

  private final List<Socket> sockets = new ArrayList<>();
  private ServedController served;

  private void serve(HttpSettings.Limits limits) throws Exception {
    served = new ServedController(limits).crowded();
  }

  @AfterEach
  void stop() throws Exception {
    for (Socket socket : sockets) {
      socket.close();
    }
    served.close();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.port);
    socket.setSoTimeout(120_000);
    sockets.add(socket);
    return socket;
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }

  /** All that the server says until it closes. */
  private static String rest(Socket socket) throws IOException {
    InputStream in = socket.getInputStream();
    return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
  }

  private void answersOthers() throws Exception {
    await() // an answer may take longer than the deadline on a busy machine
        .atMost(Duration.ofMinutes(2))
        .until(
            () -> {
              int status = served.get("listClusters", "/api/v1/clusters").status();
              assertThat(status).isIn(200, 504);
              return status == 200;
            });
  }

  @Test
  void anAmbiguousTransferEncodingIsRejected() throws Exception {
    serve(HttpSettings.Limits.DEFAULT);
    Socket socket = connect();
    send(
        socket,
        "POST "
            + MODE
            + " HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked, xchunked\r\n\r\n0\r\n\r\n");
    assertThat(rest(socket)).startsWith("HTTP/1.1 400 ");
    answersOthers();
  }

  @Test
  void manyWrongTokensAreThrottledChangeNothingAndLockNoUserOut() throws Exception {
    serve(HttpSettings.Limits.DEFAULT);
    String body = new JsonObject().put("mode", "apply").put("reason", "because").encode();
    for (int i = 0; i < GUESSES; i++) {
      // ten guesses, and perhaps one more for each 6 s that the test takes
      assertThat(served.post("setMode", MODE, "guess-" + i + "-0123456789", null, body).status())
          .isIn(i < 10 ? List.of(401) : List.of(401, 429));
    }
    assertThat(served.driver.operations()).isEmpty();
    for (int i = 0; i < KNOWN; i++) {
      served.post("setMode", MODE, "guess-" + i + "-0123456789", null, body);
      assertThat(served.post("setMode", MODE, ServedController.ADA, null, body).status())
          .as("a known token from the same address")
          .isEqualTo(200);
    }
    AccessCounters counters = served.api.counters();
    assertThat(counters.count(AccessCounters.Refusal.UNKNOWN_TOKEN)).isBetween(10L, 30L);
    assertThat(counters.count(AccessCounters.Refusal.LOGIN_RATE))
        .isGreaterThanOrEqualTo(GUESSES + KNOWN - 30);
    await().atMost(Duration.ofMinutes(2)).until(() -> served.onLoop(served.api::connections) <= 1);
    answersOthers();
  }

  @Test
  void anOversizedBodyIsRefusedWhetherItsLengthIsToldOrNot() throws Exception {
    serve(HASTY);
    String large = new JsonObject().put("reason", "x".repeat(100_000)).encode();

    HttpResponse<String> told = large(HttpRequest.BodyPublishers.ofString(large));
    assertThat(told.statusCode()).isEqualTo(413);

    Socket chunked = connect();
    send(
        chunked,
        "POST "
            + MODE
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer "
            + ServedController.ADA
            + "\r\nTransfer-Encoding: chunked\r\n\r\n1000\r\n"
            + "x".repeat(0x1000)
            + "\r\n");
    assertThat(rest(chunked)).startsWith("HTTP/1.1 413");
    assertThat(served.driver.operations()).isEmpty();
    answersOthers();
  }

  private HttpResponse<String> large(HttpRequest.BodyPublisher body) throws Exception {
    return served.raw(
        HttpRequest.newBuilder(served.uri(MODE))
            .header("content-type", "application/json")
            .header("authorization", "Bearer " + ServedController.ADA)
            .POST(body));
  }

  @Test
  void oversizedHeadersAndLinesAreRefused() throws Exception {
    serve(HASTY);
    Socket headers = connect();
    send(headers, "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "y".repeat(9_000) + "\r\n\r\n");
    assertThat(rest(headers)).contains(" 431 ");
    Socket line = connect();
    send(line, "GET /" + "y".repeat(5_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assertThat(rest(line)).contains(" 414 ");
    answersOthers();
  }

  @Test
  void aClientThatIsSlowWithItsHeadersOrItsBodyIsCutOff() throws Exception {
    serve(HASTY);
    Socket headers = connect();
    send(headers, "GET /api/v1/clusters HTTP/1.1\r\nHost: ");
    Socket body = connect();
    send(
        body,
        "POST "
            + MODE
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer "
            + ServedController.ADA
            + "\r\nContent-Length: 100\r\n\r\n{");
    answersOthers();
    assertThat(rest(headers)).isEmpty();
    assertThat(rest(body)).isEmpty();
    assertThat(served.driver.operations()).isEmpty();
    answersOthers();
  }

  @Test
  void aConnectionThatIsKeptForNothingIsClosed() throws Exception {
    serve(HASTY);
    Socket kept = connect();
    send(kept, "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assertThat(rest(kept)).startsWith("HTTP/1.1 200");
  }

  @Test
  void aThousandIdleConnectionsLeaveRoomForThoseWhoAsk() throws Exception {
    HttpSettings.Limits limits = HttpSettings.Limits.DEFAULT;
    serve(limits);
    for (int i = 0; i < 1_000; i++) {
      connect();
      if (i % 100 == 0) {
        answersOthers();
      }
    }
    answersOthers();
    assertThat(served.onLoop(served.api::connections)).isLessThanOrEqualTo(limits.connections());
  }

  @Test
  void thereAreOnlySoManyListenersOfTheLiveStream() throws Exception {
    serve(HASTY);
    listen();
    listen();
    await().atMost(Duration.ofMinutes(2)).until(() -> served.onLoop(served.api::listeners) == 2);
    HttpResponse<String> third = served.raw(HttpRequest.newBuilder(served.uri("/api/v1/stream")));
    assertThat(third.statusCode()).isEqualTo(503);
    sockets.get(0).close();
    await().atMost(Duration.ofMinutes(2)).until(() -> served.onLoop(served.api::listeners) == 1);
  }

  private Socket listen() throws IOException {
    Socket socket = connect();
    send(socket, "GET /api/v1/stream HTTP/1.1\r\nHost: localhost\r\n\r\n");
    return socket;
  }
}
