package io.gnomon.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gnomon.events.audit.DecisionOutcome;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** Operating a demo over HTTP with the token that it prints, while jobs wait. */
class DemoOperationIT {
  private static final int WAITING = 20;

  private final HttpClient client = HttpClient.newHttpClient();
  private final ObjectMapper json = new ObjectMapper();

  @Test
  void theTokenLetsAVisitorApproveFreezeRollBackAndSimulateAlternatives() throws Exception {
    try (DemoRun run = new DemoRun(DemoSettings.generated(), new DemoProgress(System.err, false))) {
      run.runUntil(decision -> run.cluster().state().waiting().size() >= WAITING);
      assertThat(run.cluster().state().waiting().size()).isGreaterThanOrEqualTo(WAITING);
      assertThat(
              status(
                  run, "mode", "wrong-token-0123456789", "{\"mode\":\"approve\",\"reason\":\"r\"}"))
          .isEqualTo(401);

      post(run, "mode", "{\"mode\":\"approve\",\"reason\":\"I want to decide\"}");
      run.runUntil(decision -> decision.outcome() == DecisionOutcome.AWAITING_APPROVAL);
      String before = run.cluster().configuration().policy();
      JsonNode proposal = get(run, "/proposals").path("proposals").path(0);
      JsonNode studied =
          post(run, "studies", "{\"policies\":[\"" + proposal.path("policy").asText() + "\"]}");
      assertThat(studied.path("alternatives").size()).isEqualTo(2);
      post(
          run,
          "proposals/" + proposal.path("id").asText() + "/approve",
          "{\"reason\":\"looks good\"}");
      run.applyNextCommand();
      assertThat(run.cluster().configuration().policy())
          .isNotEqualTo(before)
          .isEqualTo(get(run, "").path("configuration").asText());

      run.advance(600);
      post(run, "rollback", "{\"reason\":\"trying the way back\"}");
      run.applyNextCommand();
      assertThat(get(run, "").path("configuration").asText()).isEqualTo(before);
      assertThat(run.cluster().configuration().policy()).isEqualTo(before);

      post(run, "freeze", "{\"reason\":\"benchmark week\"}");
      assertThat(get(run, "").path("freezes").size()).isEqualTo(1);
      post(run, "unfreeze", "{\"reason\":\"the benchmark is done\"}");
      assertThat(get(run, "").path("freezes").size()).isZero();
      assertThat(get(run, "/audit").path("records").size()).isEqualTo(5);
    }
  }

  private JsonNode get(DemoRun run, String path) throws IOException {
    return json.readTree(
        URI.create(run.dashboard() + "api/v1/clusters/" + DemoRun.CLUSTER + path).toURL());
  }

  private JsonNode post(DemoRun run, String path, String body) throws Exception {
    HttpResponse<String> response = send(run, path, run.token(), body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return json.readTree(response.body());
  }

  private int status(DemoRun run, String path, String token, String body) throws Exception {
    return send(run, path, token, body).statusCode();
  }

  private HttpResponse<String> send(DemoRun run, String path, String token, String body)
      throws Exception {
    return client.send(
        HttpRequest.newBuilder(
                URI.create(run.dashboard() + "api/v1/clusters/" + DemoRun.CLUSTER + "/" + path))
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + token)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }
}
