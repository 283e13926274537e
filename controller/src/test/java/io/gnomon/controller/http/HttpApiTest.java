package io.gnomon.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.health.Problem;
import io.gnomon.controller.health.ProblemKind;
import io.gnomon.controller.http.ServedController.Answer;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.audit.OperatorRecorded;
import io.gnomon.events.config.ConfigApplied;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobSubmitted;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every answer here is also held against the contract. */
class HttpApiTest {
  private static final String CLUSTER = ServedController.CLUSTER;
  private static final String ADA = ServedController.ADA;

  @AutoClose private ServedController served;

  @BeforeEach
  void serve() throws Exception {
    served = new ServedController();
  }

  private static JsonObject reason() {
    return new JsonObject().put("reason", "the queue is long");
  }

  // --- reading

  @Test
  void listsTheClustersAndTellsAllOfOne() throws Exception {
    served.proposing();

    Answer all = served.get("listClusters", "/api/v1/clusters");
    Answer one = served.get("getCluster", CLUSTER);

    assertThat(all.json().getJsonArray("clusters").getJsonObject(0).getString("state"))
        .isEqualTo("PROPOSED");
    assertThat(one.json().getJsonArray("proposals")).hasSize(1);
    assertThat(one.json().getJsonArray("partitions")).hasSize(1);
    assertThat(one.json().getJsonArray("slowdowns")).hasSize(1);
    assertThat(one.json().getBoolean("canRollBack")).isFalse();
  }

  /** The driver's clock is at 1,700,001,000, which is 2023-11-14 22:30. */
  @Test
  @Timeout(60)
  void streamsTimesInEpochSecondsOnly() throws Exception {
    served.proposing();
    try (Stream<String> lines = served.lines("/api/v1/stream")) {
      String data = lines.filter(line -> line.startsWith("data: ")).findFirst().orElseThrow();
      JsonObject streamed = new JsonArray(data.substring("data: ".length())).getJsonObject(0);
      assertThat(streamed.getLong("at")).isEqualTo(1_700_001_000L);
      assertThat(streamed.containsKey("atIso")).isFalse();
      assertThat(streamed.getJsonArray("decisions")).hasSize(1);
    }
  }

  @Test
  void aClusterBeforeItsDeclarationIsShownAndAsksForPatience() throws Exception {
    assertThat(served.get("getCluster", CLUSTER).json().getString("state")).isEqualTo("WARMING");
    assertThat(served.get("getQueue", CLUSTER + "/queue").json().getInteger("total")).isZero();
    assertThat(served.get("getForecast", CLUSTER + "/forecast").status()).isEqualTo(409);
  }

  @Test
  void pagesThroughTheQueueWithoutLosingOrRepeatingAJob() throws Exception {
    served.crowded();

    JsonObject first = served.get("getQueue", CLUSTER + "/queue?limit=1").json();
    JsonObject second =
        served.get("getQueue", CLUSTER + "/queue?limit=2&after=" + first.getString("next")).json();
    JsonObject third =
        served.get("getQueue", CLUSTER + "/queue?limit=2&after=" + second.getString("next")).json();

    assertThat(first.getInteger("total")).isEqualTo(4);
    assertThat(Stream.of(first, second, third).flatMap(page -> jobs(page)))
        .containsExactly("4711", "whole", "narrow", "short");
    assertThat(third.containsKey("next")).isFalse();
  }

  @Test
  void pagesThroughTheJobsOfOneUser() throws Exception {
    served.crowded();
    served.onLoop(
        () ->
            served
                .driver
                .send(submittedBy("ann", "a1", 20))
                .send(submittedBy("bert", "b1", 21))
                .send(submittedBy("ann", "a2", 22)));

    JsonObject first = served.get("getQueue", CLUSTER + "/queue?user=ann&limit=1").json();
    JsonObject second =
        served.get("getQueue", CLUSTER + "/queue?user=ann&after=" + first.getString("next")).json();

    assertThat(first.getInteger("total")).isEqualTo(2);
    assertThat(Stream.of(first, second).flatMap(page -> jobs(page))).containsExactly("a1", "a2");
    assertThat(first.getJsonArray("jobs").getJsonObject(0).getString("user")).isEqualTo("ann");
    assertThat(second.containsKey("next")).isFalse();
    JsonObject nobody = served.get("getQueue", CLUSTER + "/queue?user=nobody").json();
    assertThat(nobody.getInteger("total")).isZero();
  }

  private JobSubmitted submittedBy(String user, String job, int second) {
    return new JobSubmitted(job, served.driver.at(second), new JobDescription(3, 100, user, null));
  }

  static Stream<String> jobs(JsonObject page) {
    return page.getJsonArray("jobs").stream().map(job -> ((JsonObject) job).getString("job"));
  }

  @Test
  void aPageAfterAJobThatHasLeftIsStale() throws Exception {
    served.crowded();
    Answer stale = served.get("getQueue", CLUSTER + "/queue?after=base");
    assertThat(stale.status()).isEqualTo(409);
    assertThat(stale.detail()).contains("'base'").contains("first page");
  }

  @Test
  void tellsDecisionsAndStudiesWithTheirAlternatives() throws Exception {
    served.proposing();
    JsonArray decisions =
        served.get("listDecisions", CLUSTER + "/decisions").json().getJsonArray("decisions");
    JsonArray studies =
        served.get("listStudies", CLUSTER + "/studies").json().getJsonArray("studies");
    assertThat(decisions).isEqualTo(studies).hasSize(1);
    assertThat(decisions.getJsonObject(0).getJsonArray("alternatives")).hasSizeGreaterThan(1);
  }

  @Test
  void tellsOfATrialThatWasGivenUpAndOfWhatWaitsForAReview() throws Exception {
    served.crowded();
    JsonObject before = served.get("getCluster", CLUSTER).json();
    TrackedCluster tracked = served.driver.tracked();
    tracked.tuner().backtestAbandoned(tracked.mirror().state());
    JsonObject after = served.get("getCluster", CLUSTER).json();

    assertThat(before.getValue("backtestAbandonedAt")).isNull();
    assertThat(after.getLong("backtestAbandonedAt")).isEqualTo(tracked.mirror().now());
    assertThat(after.getJsonObject("forecasts"))
        .isEqualTo(new JsonObject().put("checked", 0).put("withinInterval", 0).put("waiting", 0));
  }

  // --- what is not as the contract says

  @Test
  void tellsWhatIsWrongWithARequest() throws Exception {
    served.crowded();
    assertThat(served.get("getQueue", CLUSTER + "/queue?limit=0").status()).isEqualTo(400);
    assertThat(served.get("getQueue", CLUSTER + "/queue?limit=many").status()).isEqualTo(400);
    assertThat(served.get("getCluster", "/api/v1/clusters/other").detail()).contains("'other'");

    Answer noReason = served.post("rollBack", CLUSTER + "/rollback", ADA, new JsonObject());
    Answer blank =
        served.post("rollBack", CLUSTER + "/rollback", ADA, new JsonObject().put("reason", "    "));
    Answer unknownField =
        served.post("rollBack", CLUSTER + "/rollback", ADA, reason().put("rigour", 1));
    Answer noMode =
        served.post("setMode", CLUSTER + "/mode", ADA, reason().put("mode", "reckless"));
    Answer noJson = served.post("setMode", CLUSTER + "/mode", ADA, null, "{\"mode\":");

    assertThat(Stream.of(noReason, blank, unknownField, noMode, noJson))
        .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(400));
    assertThat(noReason.detail()).contains("reason");
    assertThat(noMode.detail()).contains("mode");
    assertThat(noJson.detail()).containsIgnoringCase("decode");
    assertThat(served.driver.operations()).isEmpty();
  }

  @Test
  void whatIsNotThereIsAProblemToo() throws Exception {
    HttpResponse<String> nothing =
        served.raw(HttpRequest.newBuilder(served.uri("/api/v1/nothing")));
    HttpResponse<String> method =
        served.raw(HttpRequest.newBuilder(served.uri("/api/v1/clusters")).DELETE());
    assertThat(nothing.statusCode()).isEqualTo(404);
    assertThat(method.statusCode()).isIn(404, 405);
    assertThat(nothing.headers().firstValue("content-type")).hasValue("application/problem+json");
    assertThat(method.headers().firstValue("content-type")).hasValue("application/problem+json");
  }

  // --- who may change something

  @Test
  void nothingIsChangedWithoutAGoodToken() throws Exception {
    served.proposing();
    String path = CLUSTER + "/proposals/" + served.proposal() + "/approve";

    assertThat(served.post("approve", path, null, reason()).status()).isEqualTo(401);
    assertThat(served.post("approve", path, ADA + "0", reason()).status()).isEqualTo(401);
    assertThat(served.post("approve", path, "", reason()).status()).isEqualTo(401);

    assertThat(served.driver.commands()).isEmpty();
    assertThat(served.driver.operations()).isEmpty();
  }

  @Test
  void aTokenIsAskedForBeforeTheRequestIsLookedAt() throws Exception {
    assertThat(served.post("setMode", CLUSTER + "/mode", null, null, "nonsense").status())
        .isEqualTo(401);
  }

  @Test
  void saysWhoseTokenARequestCarries() throws Exception {
    Answer nobody = served.get("getSession", "/api/v1/session");
    HttpResponse<String> ada = session(ADA);
    HttpResponse<String> unknown = session(ADA + "0");

    assertThat(nobody.json())
        .isEqualTo(
            new JsonObject()
                .put("operatorsConfigured", true)
                .put("tokenToRead", false)
                .putNull("operator")
                .put("ownJobsOnly", false)
                .put("mayChange", false));
    assertThat(new JsonObject(ada.body()).getString("operator")).isEqualTo("ada");
    assertThat(unknown.statusCode()).isEqualTo(401);
    assertThat(unknown.body()).contains("This token is not known").doesNotContain("Bearer");
  }

  private HttpResponse<String> session(String token) throws Exception {
    return served.raw(
        HttpRequest.newBuilder(served.uri("/api/v1/session"))
            .header("Authorization", "Bearer " + token));
  }

  // --- operations

  @Test
  void approvesWhatWasShownOnceAndTellsItAgain() throws Exception {
    served.proposing();
    JsonObject shown =
        served
            .get("listProposals", CLUSTER + "/proposals")
            .json()
            .getJsonArray("proposals")
            .getJsonObject(0);
    String path = CLUSTER + "/proposals/" + shown.getString("id") + "/approve";
    JsonObject body = reason().put("contentHash", shown.getString("contentHash"));

    Answer first = served.post("approve", path, ADA, "k1", body.encode());
    Answer again = served.post("approve", path, ADA, "k1", body.encode());

    assertThat(first.status()).isEqualTo(200);
    assertThat(first.json().getBoolean("changed")).isTrue();
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.json().getBoolean("changed")).isFalse();
    assertThat(again.json().getJsonObject("record"))
        .isEqualTo(first.json().getJsonObject("record"));
    assertThat(served.driver.commands()).hasSize(1);
    OperatorRecorded record = served.driver.operations().get(0);
    assertThat(record.operator()).isEqualTo("ada");
    assertThat(record.reason()).isEqualTo("the queue is long");
    assertThat(served.get("listAudit", CLUSTER + "/audit").json().getJsonArray("records"))
        .hasSize(1);
  }

  @Test
  void refusesAnotherContentThanWasShown() throws Exception {
    served.proposing();
    Answer other =
        served.post(
            "approve",
            CLUSTER + "/proposals/" + served.proposal() + "/approve",
            ADA,
            reason().put("contentHash", "0".repeat(64)));
    assertThat(other.status()).isEqualTo(409);
    assertThat(served.driver.commands()).isEmpty();
  }

  @Test
  void theSameKeyForAnotherRequestIsRefused() throws Exception {
    served.crowded();
    String mode = reason().put("mode", "apply").encode();
    String other = reason().put("mode", "observe").encode();
    assertThat(served.post("setMode", CLUSTER + "/mode", ADA, "k", mode).status()).isEqualTo(200);
    assertThat(served.post("setMode", CLUSTER + "/mode", ADA, "k", other).status()).isEqualTo(422);
    assertThat(served.driver.controller().controls().mode()).isEqualTo(Mode.APPLY);
  }

  @Test
  void rejectsSetsTheModeFreezesAndThaws() throws Exception {
    served.proposing();
    String proposal = CLUSTER + "/proposals/" + served.proposal();
    assertThat(served.post("reject", proposal + "/reject", ADA, reason()).status()).isEqualTo(200);
    assertThat(served.post("approve", proposal + "/approve", ADA, reason()).status())
        .isEqualTo(409);
    assertThat(served.post("approve", CLUSTER + "/proposals/c-p99/approve", ADA, reason()).status())
        .isEqualTo(404);

    JsonObject observe = reason().put("mode", "observe");
    assertThat(served.post("setMode", CLUSTER + "/mode", ADA, observe).status()).isEqualTo(200);
    JsonObject configured = reason().put("mode", "configured");
    assertThat(served.post("setMode", CLUSTER + "/mode", ADA, configured).status()).isEqualTo(200);
    assertThat(served.driver.controller().controls().mode()).isEqualTo(Mode.APPROVE);

    JsonObject past = reason().put("until", 5);
    assertThat(served.post("freeze", CLUSTER + "/freeze", ADA, past).status()).isEqualTo(422);
    assertThat(served.post("freeze", CLUSTER + "/freeze", ADA, reason()).status()).isEqualTo(200);
    assertThat(served.get("getCluster", CLUSTER).json().getBoolean("frozen")).isTrue();
    assertThat(served.post("unfreeze", CLUSTER + "/unfreeze", ADA, reason()).status())
        .isEqualTo(200);
    assertThat(served.get("getCluster", CLUSTER).json().getBoolean("frozen")).isFalse();
    assertThat(served.driver.operations()).hasSize(5);
  }

  @Test
  void rollsBackTheLastChange() throws Exception {
    served.proposing();
    assertThat(served.post("rollBack", CLUSTER + "/rollback", ADA, reason()).status())
        .isEqualTo(409);
    served.post("approve", CLUSTER + "/proposals/" + served.proposal() + "/approve", ADA, reason());
    ConfigRequested command = served.driver.commands().get(0);
    served.onLoop(
        () ->
            served.driver.send(
                new ConfigApplied(
                    served.driver.at(1001),
                    command.configuration(),
                    command.command(),
                    command.contentHash())));
    assertThat(served.get("getCluster", CLUSTER).json().getBoolean("canRollBack")).isTrue();

    Answer back = served.post("rollBack", CLUSTER + "/rollback", ServedController.BOB, reason());

    assertThat(back.status()).isEqualTo(200);
    JsonArray changes = served.get("getCluster", CLUSTER).json().getJsonArray("changes");
    assertThat(changes.stream().map(change -> ((JsonObject) change).getString("by")))
        .containsExactly("ada", "bob");
    assertThat(changes.getJsonObject(0).getString("policy")).startsWith("multi-queue");
    assertThat(back.json().getJsonObject("record").getString("operator")).isEqualTo("bob");
    assertThat(served.driver.commands()).hasSize(2);
    assertThat(served.driver.commands().get(1).configuration().policy())
        .isEqualTo("multi-queue(partitions=1)");
  }

  // --- the service

  @Test
  void servesItsContractItsFiguresAndItsHealth() throws Exception {
    HttpResponse<String> contract = served.raw(HttpRequest.newBuilder(served.uri("/openapi.yaml")));
    assertThat(contract.body()).isEqualTo(ApiContract.load().text());
    assertThat(served.raw(HttpRequest.newBuilder(served.uri("/metrics"))).body())
        .contains("gnomon_ready");
    assertThat(served.raw(HttpRequest.newBuilder(served.uri("/health/live"))).statusCode())
        .isEqualTo(200);
    assertThat(served.raw(HttpRequest.newBuilder(served.uri("/health/ready"))).statusCode())
        .isEqualTo(200);
    served.ready = false;
    assertThat(served.raw(HttpRequest.newBuilder(served.uri("/health/ready"))).statusCode())
        .isEqualTo(503);
  }

  @Test
  void aClusterWhoseProducerIsSilentIsDegraded() throws Exception {
    served.silence = new Problem(ProblemKind.PRODUCER_SILENT, "no event has arrived since noon");

    JsonObject cluster = served.get("getCluster", CLUSTER).json();

    assertThat(cluster.getString("state")).isEqualTo("DEGRADED");
    assertThat(cluster.getString("problem")).isEqualTo("no event has arrived since noon");
    assertThat(cluster.getString("remedy")).startsWith("Check that the bridge runs");
    served.silence = null;
    assertThat(served.get("getCluster", CLUSTER).json().getString("state")).isEqualTo("WARMING");
  }

  @Test
  void servesTheDashboardAndItsLibraryWithAStrictPolicy() throws Exception {
    HttpResponse<String> page = served.raw(HttpRequest.newBuilder(served.uri("/")));
    assertThat(page.body()).contains("<title>Gnomon</title>");
    assertThat(page.headers().firstValue("content-security-policy").orElse(""))
        .contains("default-src 'self'");
    Matcher library =
        Pattern.compile("\"(assets/[^/]+/(?:webjars|_static)/[^\"]*)\"").matcher(page.body());
    List<String> libraries = library.results().map(found -> found.group(1)).toList();
    assertThat(libraries).hasSize(3);
    for (String path : libraries) {
      assertThat(served.raw(HttpRequest.newBuilder(served.uri("/" + path))).statusCode())
          .as(path)
          .isEqualTo(200);
    }
  }
}
