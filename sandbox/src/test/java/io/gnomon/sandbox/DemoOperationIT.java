package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gnomon.events.audit.DecisionOutcome;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** Operating a demo over HTTP with its token, while jobs wait. */
class DemoOperationIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int WAITING = 20;
  private static final int LIVE_SPEED = 200;

  private final HttpClient client = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();
  private String home = "";
  private String token = "";

  /** What a visitor does with the address and the token that the command prints. */
  @Test
  void theTokenLetsAVisitorApproveFreezeRollBackAndSimulateAlternatives() throws Exception {
    DemoSettings settings = DemoSettings.generated();
    try (DemoRun run = new DemoRun(settings, new DemoProgress(System.err, false))) {
      home = run.dashboard();
      token = run.token();
      assertThat(DemoText.welcome(run, settings)).startsWith("Dashboard").contains(home, token);
      run.run();
      FutureTask<Void> live =
          new FutureTask<>(
              () -> {
                run.live(LIVE_SPEED);
                return null;
              });
      Thread cluster = new Thread(live, "live cluster");
      cluster.start();
      try {
        operate();
      } finally {
        cluster.interrupt();
        cluster.join();
      }
      assertThatThrownBy(live::get).hasCauseInstanceOf(InterruptedException.class);
    }
  }

  @Test
  void theEndOfTheBrokerEndsTheLiveDemo() throws Exception {
    try (DemoRun run = new DemoRun(DemoSettings.generated(), new DemoProgress(System.err, false))) {
      run.runUntil(decision -> true);
      run.kafka().failure().complete(new IOException("the embedded broker has ended"));

      assertThatThrownBy(() -> run.live(LIVE_SPEED))
          .isInstanceOf(IOException.class)
          .hasMessage("the embedded broker has ended");
    }
  }

  private void operate() throws Exception {
    await().atMost(PATIENCE).until(() -> get("").path("mode").asText(), "approve"::equals);
    assertThat(get("").path("waiting").asInt()).isGreaterThanOrEqualTo(WAITING);
    assertThat(send("mode", "wrong-token-0123456789", "{\"mode\":\"apply\",\"reason\":\"r\"}"))
        .extracting(HttpResponse::statusCode)
        .isEqualTo(401);

    await().atMost(PATIENCE).until(() -> get("/proposals").path("proposals").size() == 1);
    String before = get("").path("configuration").asText();
    JsonNode proposal = get("/proposals").path("proposals").path(0);
    String proposed = proposal.path("policy").asText();
    JsonNode studied = post("studies", "{\"policies\":[\"" + proposed + "\"]}");
    assertThat(studied.path("alternatives").size()).isEqualTo(2);
    post("proposals/" + proposal.path("id").asText() + "/approve", "{\"reason\":\"looks good\"}");
    awaitConfiguration(proposed);

    post("rollback", "{\"reason\":\"trying the way back\"}");
    awaitConfiguration(before);

    post("freeze", "{\"reason\":\"benchmark week\"}");
    assertThat(get("").path("freezes").size()).isEqualTo(1);
    post("unfreeze", "{\"reason\":\"the benchmark is done\"}");
    assertThat(get("").path("freezes").size()).isZero();
    assertThat(get("/audit").path("records").findValuesAsText("operator"))
        .containsExactly("visitor", "visitor", "visitor", "visitor", "demo");
  }

  @Test
  void stopsAtADecisionWithAQueue() throws Exception {
    try (DemoRun run = new DemoRun(DemoSettings.generated(), new DemoProgress(System.err, false))) {
      home = run.dashboard();
      token = run.token();
      run.runUntil(decision -> run.cluster().state().waiting().size() >= WAITING);
      assertThat(get("").path("waiting").asInt()).isGreaterThanOrEqualTo(WAITING);

      post("mode", "{\"mode\":\"approve\",\"reason\":\"I want to decide\"}");
      run.runUntil(decision -> decision.outcome() == DecisionOutcome.AWAITING_APPROVAL);
      JsonNode proposal = get("/proposals").path("proposals").path(0);
      post("proposals/" + proposal.path("id").asText() + "/approve", "{\"reason\":\"good\"}");
      run.applyNextCommand();
      assertThat(run.cluster().configuration().policy())
          .isEqualTo(proposal.path("policy").asText())
          .isEqualTo(get("").path("configuration").asText());

      int now = run.cluster().state().now();
      run.advance(600);
      assertThat(run.cluster().state().now()).isEqualTo(now + 600);
    }
  }

  private void awaitConfiguration(String policy) {
    await().atMost(PATIENCE).until(() -> get("").path("configuration").asText(), policy::equals);
  }

  private JsonNode get(String path) throws IOException {
    return json.readTree(URI.create(home + "api/v1/clusters/" + DemoRun.CLUSTER + path).toURL());
  }

  private JsonNode post(String path, String body) throws Exception {
    HttpResponse<String> response = send(path, token, body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return json.readTree(response.body());
  }

  private HttpResponse<String> send(String path, String bearer, String body) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create(home + "api/v1/clusters/" + DemoRun.CLUSTER + "/" + path))
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + bearer)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }
}
