package io.gnomon.sandbox.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;

/** An operator of one cluster, by the controller's HTTP API. */
final class OperatorClient {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  private final String root;
  private final String cluster;
  private final String token;

  OperatorClient(int port, String cluster, String token) {
    root = "http://127.0.0.1:" + port;
    this.cluster = cluster;
    this.token = token;
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(root + path)).timeout(Duration.ofSeconds(10));
  }

  /** What the controller says of the cluster; a missing node where it does not know it. */
  JsonNode cluster() throws Exception {
    HttpResponse<String> answer =
        http.send(request("/api/v1/clusters/" + cluster).build(), BodyHandlers.ofString());
    return answer.statusCode() == 200 ? JSON.readTree(answer.body()) : JSON.missingNode();
  }

  /** The page at a path. */
  String page(String path) throws Exception {
    return http.send(request(path).build(), BodyHandlers.ofString()).body();
  }

  /** Carries out an operation; it must be accepted. */
  void operate(String path, Map<String, String> body) throws Exception {
    HttpResponse<String> answer =
        http.send(
            request("/api/v1/clusters/" + cluster + "/" + path)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
                .build(),
            BodyHandlers.ofString());
    assertThat(answer.statusCode()).as("%s: %s", path, answer.body()).isEqualTo(200);
  }
}
