package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.controller.Controller;
import io.gnomon.controller.config.ControllerConfig;
import io.gnomon.controller.http.HttpSettings;
import io.gnomon.sandbox.kafka.EmbeddedKafka;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A flood of requests that once were never answered, with more connections than there may be. */
class FloodIT {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String TOKEN = "0123456789abcdef-0123-ada";
  private static final int FLOOD = 600;
  private static final List<String> PATHS =
      List.of(
          "jobs?limit=1e3",
          "queue?limit=1e2",
          "decisions?limit=1e1",
          "limits?limit=1e1",
          "history?from=1e3&points=1e1",
          "effect?from=1e3",
          "jobs?limit=%zz");

  private final HttpClient client = HttpClient.newHttpClient();
  private final List<Socket> sockets = new ArrayList<>();

  @Test
  void aFloodLeavesHealthOperatorsAndTheEventLoopAlone() throws Exception {
    Vertx vertx = Vertx.vertx();
    EmbeddedKafka kafka = SharedKafka.emptied();
    try {
      kafka.createTopics(DemoTopics.all("gnomon", 1));
      FleetClusters.declare(kafka, List.of("a"));
      ControllerConfig config =
          ControllerConfig.defaults(kafka.bootstrapServers())
              .withHttp(HttpSettings.loopback(0).withTokens(Map.of("ada", TOKEN)));
      Controller controller = FleetClusters.get(Controller.start(vertx, config));
      await().atMost(LIMIT).until(() -> tracked(controller) == 1);

      for (int i = 0; i < FLOOD; i++) {
        String path = PATHS.get(i % PATHS.size());
        assertThat(flood(controller, path)).as(path).startsWith(path.contains("%") ? "400" : "200");
        if (i % 60 == 0) {
          assertThat(send(controller, "health/live", null)).isEqualTo(200);
          assertThat(send(controller, "api/v1/clusters/a/freeze", "{\"reason\":\"a test\"}"))
              .isEqualTo(200);
        }
      }

      FleetClusters.declare(kafka, List.of("b"));
      await().atMost(LIMIT).until(() -> tracked(controller) == 2);
      FleetClusters.get(controller.close());
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
      FleetClusters.get(vertx.close());
    }
  }

  private static int tracked(Controller controller) throws Exception {
    return FleetClusters.get(controller.ask(one -> one.clusters().size()));
  }

  /** Sends a request on a connection that stays open, and returns the status. */
  private String flood(Controller controller, String path) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), controller.httpPort());
    sockets.add(socket);
    socket.setSoTimeout(20_000); // below the deadline of the server
    String request = "GET /api/v1/clusters/a/" + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
        .readLine()
        .replace("HTTP/1.1 ", "");
  }

  private int send(Controller controller, String path, String body) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + controller.httpPort() + "/" + path))
            .timeout(Duration.ofSeconds(20));
    if (body != null) {
      request
          .header("authorization", "Bearer " + TOKEN)
          .header("content-type", "application/json")
          .POST(HttpRequest.BodyPublishers.ofString(body));
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString()).statusCode();
  }
}
