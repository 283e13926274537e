package io.gnomon.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.http.access.Credential;
import io.gnomon.controller.http.access.Network;
import io.gnomon.controller.http.access.User;
import io.gnomon.controller.operation.Mode;
import io.gnomon.events.job.JobDescription;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Users who see only their own jobs. Of ten processors, job 1 of bob holds eight; jobs 2 of bob, 3
 * of ann and task 72_5 of bob wait for them.
 */
class OwnJobsTest {
  private static final String CLUSTER = ServedController.CLUSTER;
  private static final String HEADER = "X-Remote-User";
  private static final String LOOPBACK = "127.0.0.1";
  private static final String ELSEWHERE = "192.0.2.1";
  private static final Credential ANN =
      new Credential(User.ofJobs("ann"), "a-token-of-ann-0123456789");
  private static final Credential ADA = new Credential(User.operator("ada"), ServedController.ADA);

  @AutoClose private ServedController served;

  private static HttpSettings settings(boolean tokenToRead, String proxy, String userHeader) {
    List<Credential> credentials = List.of(ANN, ADA);
    HttpSettings.Access access =
        new HttpSettings.Access(
            credentials,
            () -> credentials,
            tokenToRead,
            List.of(),
            List.of(Network.parse(proxy)),
            List.of(),
            userHeader);
    return ServedController.advertised(
        HttpSettings.loopback(0)
            .withAccess(access)
            .withLimits(HttpSettings.Limits.DEFAULT.withAskSeconds(60)),
        ServedController.ADDRESS);
  }

  private static ServedController served(HttpSettings settings) throws Exception {
    return new ServedController(settings, new ControllerTestDriver(Mode.APPROVE, 2, 500_000));
  }

  private void serve(boolean tokenToRead, String proxy, String userHeader) throws Exception {
    served = served(settings(tokenToRead, proxy, userHeader));
    ControllerTestDriver driver = served.driver;
    served.onLoop(
        () ->
            driver
                .declare(10)
                .send(submitted("1", "bob"))
                .send(new JobStarted("1", driver.at(10)))
                .send(submitted("2", "bob"))
                .send(submitted("3", "ann"))
                .send(submitted("72_5", "bob")));
  }

  private JobSubmitted submitted(String job, String user) {
    return new JobSubmitted(job, served.driver.at(10), new JobDescription(8, 600, user, null));
  }

  private HttpResponse<String> get(String path, String... headers) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(served.uri(path));
    return served.raw(headers.length == 0 ? request : request.headers(headers));
  }

  private static List<String> jobs(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    List<String> jobs = new ArrayList<>();
    JsonArray listed = new JsonObject(answer.body()).getJsonArray("jobs");
    for (int i = 0; i < listed.size(); i++) {
      jobs.add(listed.getJsonObject(i).getString("job"));
    }
    return jobs;
  }

  /** What ann sees with these headers. */
  private void assertOwnJobsOnly(String... headers) throws Exception {
    for (String path : List.of("/queue", "/jobs", "/forecast")) {
      assertThat(jobs(get(CLUSTER + path, headers))).as(path).containsExactly("3");
      assertThat(jobs(get(CLUSTER + path + "?user=bob", headers))).as(path).containsExactly("3");
    }
    JsonObject own = new JsonObject(get(CLUSTER + "/jobs/3", headers).body());
    assertThat(own.getString("user")).isEqualTo("ann");
    assertThat(own.getJsonObject("ahead").getInteger("total")).isEqualTo(1);
    assertThat(own.getJsonObject("ahead").getJsonArray("jobs")).isEmpty();
    for (String path : List.of("/jobs/", "/jobs?after=", "/queue?after=", "/forecast?after=")) {
      HttpResponse<String> none = get(CLUSTER + path + "9", headers);
      assertThat(none.statusCode()).as(path).isEqualTo(path.endsWith("/") ? 404 : 409);
      for (String job : List.of("2", "72", "72_5")) {
        HttpResponse<String> others = get(CLUSTER + path + job, headers);
        assertThat(others.statusCode()).as(path + job).isEqualTo(none.statusCode());
        assertThat(others.body().replace("'" + job + "'", "'9'"))
            .as(path + job)
            .isEqualTo(none.body());
      }
    }
    for (String path :
        List.of(
            CLUSTER,
            CLUSTER + "/schedule",
            CLUSTER + "/effect",
            CLUSTER + "/audit",
            "/api/v1/configuration",
            "/api/v1/stream",
            "/metrics")) {
      assertThat(get(path, headers).statusCode()).as(path).isEqualTo(403);
    }
    JsonObject session = new JsonObject(get("/api/v1/session", headers).body());
    assertThat(session.getBoolean("ownJobsOnly")).isTrue();
    assertThat(session.getBoolean("mayChange")).isFalse();
  }

  @Test
  void aTokenOfAUserShowsTheOwnJobs() throws Exception {
    serve(true, ELSEWHERE, null);
    assertOwnJobsOnly("authorization", "Bearer " + ANN.token());
    assertThat(jobs(get(CLUSTER + "/jobs", "authorization", "Bearer " + ADA.token())))
        .containsExactly("1", "2", "3", "72_5");
  }

  @Test
  void aTrustedProxyNamesTheUser() throws Exception {
    serve(false, LOOPBACK, HEADER);
    assertOwnJobsOnly(HEADER, "ann");
    assertThat(get(CLUSTER + "/jobs").statusCode()).as("no user").isEqualTo(401);
    assertThat(get(CLUSTER + "/jobs", HEADER, "ann", HEADER, "bob").statusCode())
        .as("two users")
        .isEqualTo(401);
    assertThat(get(CLUSTER + "/jobs", HEADER, "ann,bob").statusCode()).isEqualTo(401);
    assertThat(get(CLUSTER + "/jobs", HEADER, "ann", "authorization", "Bearer x").statusCode())
        .as("an unknown token")
        .isEqualTo(401);
  }

  /** Of three replicas, the second one owns the cluster. */
  @Test
  void anotherReplicaAnswersForATokenOfAUser() throws Exception {
    HttpSettings settings = settings(true, ELSEWHERE, null);
    serve(true, ELSEWHERE, null);
    ServedController owner = served;
    try (ServedController asked = served(settings).without();
        ServedController third = served(settings).without()) {
      asked.others = List.of("gnomon@127.0.0.1:" + third.port, "gnomon@127.0.0.1:" + owner.port);
      served = asked;
      String[] ann = {"authorization", "Bearer " + ANN.token()};
      assertThat(jobs(get(CLUSTER + "/jobs", ann))).containsExactly("3");
      assertThat(get(CLUSTER + "/audit", ann).statusCode()).isEqualTo(403);
      assertThat(get("/api/v1/clusters/unknown/jobs", ann).statusCode()).isEqualTo(404);
    } finally {
      served = owner;
    }
  }

  @Test
  void anotherReplicaAnswersForAUserWhomAProxyNames() throws Exception {
    serve(false, LOOPBACK, HEADER);
    try (ServedController asked = served(settings(false, LOOPBACK, HEADER)).without();
        ServedController keyless =
            new ServedController(
                    settings(false, LOOPBACK, HEADER),
                    new ControllerTestDriver(Mode.APPROVE, 2, 500_000),
                    null)
                .without()) {
      asked.others = List.of("gnomon@127.0.0.1:" + served.port);
      HttpResponse<String> answer =
          asked.raw(HttpRequest.newBuilder(asked.uri(CLUSTER + "/jobs")).header(HEADER, "ann"));
      assertThat(jobs(answer)).containsExactly("3");

      keyless.others = asked.others;
      HttpResponse<String> refused =
          keyless.raw(HttpRequest.newBuilder(keyless.uri(CLUSTER + "/jobs")).header(HEADER, "ann"));
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.body()).contains("commands.key-file");
    }
  }

  @Test
  void theHeaderIsIgnoredFromElsewhere() throws Exception {
    serve(false, ELSEWHERE, HEADER);
    assertThat(get(CLUSTER + "/jobs", HEADER, "ann").statusCode()).isEqualTo(401);
    assertThat(get(CLUSTER + "/jobs", HEADER, "ann", "x-forwarded-for", ELSEWHERE).statusCode())
        .as("the connection counts, not what it claims")
        .isEqualTo(401);
  }

  @Test
  void theHeaderIsIgnoredUnlessItIsDeclared() throws Exception {
    serve(true, LOOPBACK, null);
    assertThat(get(CLUSTER + "/jobs", HEADER, "ann").statusCode()).isEqualTo(401);
  }

  /** All answers are compared with the contract. */
  @Test
  void jobsAreListedInPagesWithTimesInBothForms() throws Exception {
    serve(false, ELSEWHERE, null);
    JsonObject first = served.get("listJobs", CLUSTER + "/jobs?limit=2").json();
    assertThat(first.getInteger("total")).isEqualTo(4);
    assertThat(first.getString("next")).isEqualTo("2");
    JsonObject second = served.get("listJobs", CLUSTER + "/jobs?after=2").json();
    assertThat(second.getJsonArray("jobs")).hasSize(2);
    assertThat(second.getString("next")).isNull();
    JsonObject running =
        served
            .get("listJobs", CLUSTER + "/jobs?user=bob")
            .json()
            .getJsonArray("jobs")
            .getJsonObject(0);
    assertThat(running.getString("state")).isEqualTo("running");
    assertThat(java.time.Instant.parse(running.getString("startedAtIso")).getEpochSecond())
        .isEqualTo(running.getLong("startedAt"));
    assertThat(served.get("listJobs", CLUSTER + "/jobs?after=none").status()).isEqualTo(409);
  }
}
