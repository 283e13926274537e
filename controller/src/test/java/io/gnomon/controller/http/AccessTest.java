package io.gnomon.controller.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gnomon.config.InvalidConfigException;
import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.http.access.AccessCounters;
import io.gnomon.controller.http.access.Credential;
import io.gnomon.controller.http.access.CredentialSource;
import io.gnomon.controller.http.access.Network;
import io.gnomon.controller.http.access.User;
import io.gnomon.controller.operation.Mode;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Which requests are answered, for whom, and with which headers. */
class AccessTest {
  private static final String FORECAST = ServedController.CLUSTER + "/forecast";
  private static final String MODE = ServedController.CLUSTER + "/mode";
  private static final Credential ADA = new Credential(User.operator("ada"), ServedController.ADA);
  private static final Credential BOB =
      new Credential(new User("bob", User.Role.OPERATOR, List.of("another")), ServedController.BOB);
  private static final Credential EVE =
      new Credential(new User("eve", User.Role.READER, List.of()), "a-token-of-eve-0123456789");

  private volatile List<Credential> inFile = List.of(ADA, BOB, EVE);
  @AutoClose private ServedController served;

  private void serve(boolean tokenToRead, CredentialSource source) throws Exception {
    HttpSettings.Access access =
        new HttpSettings.Access(
            source.read(),
            source,
            tokenToRead,
            List.of("gnomon.example.org"),
            List.of(Network.parse("127.0.0.1")),
            List.of("https://ondemand.example.org"),
            null);
    served =
        new ServedController(
                HttpSettings.loopback(0).withAccess(access),
                new ControllerTestDriver(Mode.APPROVE, 2, 500_000))
            .crowded();
  }

  private void serve() throws Exception {
    serve(false, () -> inFile);
  }

  /** All that the server sends for a request that is written by hand. */
  private String exchange(String request) throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), served.port)) {
      socket.setSoTimeout(60_000);
      String closing = request.replaceFirst("\r\n", "\r\nConnection: close\r\n") + "\r\n";
      socket.getOutputStream().write(closing.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }
  }

  private HttpResponse<String> get(String path, String... headers) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(served.uri(path));
    return served.raw(headers.length == 0 ? request : request.headers(headers));
  }

  private HttpResponse<String> get(String path, Credential credential) throws Exception {
    return get(path, "authorization", "Bearer " + credential.token());
  }

  private ServedController.Answer setMode(Credential credential) throws Exception {
    return served.post(
        "setMode",
        MODE,
        credential.token(),
        new JsonObject().put("mode", "observe").put("reason", "because"));
  }

  // --- hosts and origins

  @Test
  void answersOnlyForItsOwnNames() throws Exception {
    serve();
    for (String host :
        List.of(
            "localhost",
            "LOCALHOST:8080",
            "127.0.0.1:1",
            "[::1]:8080",
            "gnomon.example.org",
            "gnomon.example.org.:443")) {
      assertThat(statusFor(host, "/api/v1/clusters")).as(host).isEqualTo(200);
    }
    List<String> others =
        List.of("evil.example.net", "127.0.0.1.evil.example.net", "10.42.0.17:8080");
    for (String host : others) {
      assertThat(statusFor(host, "/api/v1/clusters")).as(host).isEqualTo(421);
      assertThat(statusFor(host, "/")).as(host).isEqualTo(421);
      // a kubelet probes the address of the pod
      assertThat(statusFor(host, "/health/live")).as(host).isEqualTo(200);
    }
    assertThat(served.api.counters().count(AccessCounters.Refusal.HOST)).isEqualTo(6);
  }

  private int statusFor(String host, String path) throws Exception {
    String answer = exchange("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n");
    return Integer.parseInt(answer.substring("HTTP/1.1 ".length(), "HTTP/1.1 ".length() + 3));
  }

  @Test
  void aRequestWithoutAHostIsRefused() throws Exception {
    serve();
    assertThat(exchange("GET / HTTP/1.0\r\n")).startsWith("HTTP/1.0 421");
    assertThat(exchange("GET /health/ready HTTP/1.0\r\n")).startsWith("HTTP/1.0 200");
  }

  @Test
  void pagesOfOtherSitesStartNoSimulation() throws Exception {
    serve();
    for (String header :
        List.of(
            "sec-fetch-site: cross-site",
            "sec-fetch-site: same-site",
            "origin: https://evil.example.net",
            "origin: null")) {
      HttpResponse<String> answer = get(FORECAST, header.split(": "));
      assertThat(answer.statusCode()).as(header).isEqualTo(403);
      assertThat(answer.body()).contains("other sites");
      assertThat(get("/", header.split(": ")).statusCode()).as("a link").isEqualTo(200);
    }
  }

  @Test
  void thePagesOfTheControllerAndProgramsAreAnswered() throws Exception {
    serve();
    assertThat(get(FORECAST).statusCode()).isEqualTo(200);
    assertThat(get(FORECAST, "sec-fetch-site", "same-origin").statusCode()).isEqualTo(200);
    assertThat(get(FORECAST, "origin", "http://127.0.0.1:" + served.port).statusCode())
        .isEqualTo(200);
  }

  // --- the limits of simulations

  @Test
  void aClientThatStartsTooManySimulationsIsRefusedAndOthersAreNot() throws Exception {
    serve();
    String request = ServedController.CLUSTER + "/forecast/request?processors=1&estimateSeconds=";
    int refused = 0;
    for (int i = 0; i < 200 && refused == 0; i++) {
      HttpResponse<String> answer = get(request + (60 + i));
      if (answer.statusCode() == 429) {
        refused++;
        assertThat(i).isGreaterThanOrEqualTo(60);
        assertThat(answer.headers().firstValue("retry-after")).isPresent();
      }
    }
    assertThat(refused).isEqualTo(1);
    // a user with a token, and a client that the proxy names, are other clients
    assertThat(get(request + 1000, ADA).statusCode()).isEqualTo(200);
    assertThat(get(request + 1001, "x-forwarded-for", "192.0.2.1").statusCode()).isEqualTo(200);
  }

  // --- users

  @Test
  void anOperatorChangesTheClustersOfItsScopeAndAReaderNothing() throws Exception {
    serve();
    ServedController.Answer bob = setMode(BOB);
    ServedController.Answer eve = setMode(EVE);

    assertThat(bob.status()).isEqualTo(403);
    assertThat(bob.detail()).isEqualTo("operator 'bob' may change another, not 'c'");
    assertThat(eve.status()).isEqualTo(403);
    assertThat(eve.detail()).isEqualTo("'eve' may only read");
    assertThat(served.driver.operations()).isEmpty();
    assertThat(setMode(ADA).status()).isEqualTo(200);
  }

  @Test
  void readingNeedsATokenIfConfigured() throws Exception {
    serve(true, () -> inFile);
    for (String path : List.of("/api/v1/clusters", "/metrics", "/api/v1/stream", FORECAST)) {
      assertThat(get(path).statusCode()).as(path).isEqualTo(401);
      assertThat(get(path, "authorization", "Bearer unknown").statusCode()).isEqualTo(401);
    }
    for (String path : List.of("/api/v1/clusters", "/metrics", FORECAST)) {
      assertThat(get(path, EVE).statusCode()).as(path).isEqualTo(200);
      assertThat(get(path, BOB).statusCode()).as(path).isEqualTo(200);
    }
  }

  @Test
  void probesThePageAndTheSessionNeedNoToken() throws Exception {
    serve(true, () -> inFile);
    for (String path :
        List.of("/health/live", "/health/ready", "/", "/openapi.yaml", "/api/v1/session")) {
      assertThat(get(path).statusCode()).as(path).isEqualTo(200);
    }
    JsonObject session = new JsonObject(get("/api/v1/session", EVE).body());
    assertThat(session.getBoolean("tokenToRead")).isTrue();
    assertThat(session.getString("operator")).isEqualTo("eve");
    assertThat(session.getBoolean("mayChange")).isFalse();
  }

  @Test
  void aChangedFileOfOperatorsIsReadAgainAndABrokenOneIsNotUsed() throws Exception {
    serve(
        false,
        () -> {
          if (inFile.isEmpty()) {
            throw new InvalidConfigException("operators.yaml is not YAML: see line 1");
          }
          return inFile;
        });
    inFile = List.of();
    reload();
    assertThat(served.api.counters().isReloadFailed()).isTrue();
    assertThat(setMode(ADA).status()).isEqualTo(200);

    inFile = List.of(BOB);
    reload();
    assertThat(served.api.counters().isReloadFailed()).isFalse();
    assertThat(setMode(ADA).status()).isEqualTo(401);
  }

  private void reload() throws Exception {
    ServedController.await(served.onLoop(served.api::reload));
  }

  // --- pages and their files

  @Test
  void pagesAreAskedForAgainAndTheirFilesAreKept() throws Exception {
    serve();
    HttpResponse<String> page = get("/");
    String tag = page.headers().firstValue("etag").orElseThrow();
    assertThat(page.headers().firstValue("cache-control")).hasValue("no-cache");
    assertThat(get("/", "if-none-match", tag).statusCode()).isEqualTo(304);
    assertThat(get("/", "if-none-match", "\"another\"").statusCode()).isEqualTo(200);

    Matcher script =
        Pattern.compile("src=\"(assets/[0-9a-f]{16}/js/app.js)\"").matcher(page.body());
    assertThat(script.find()).isTrue();
    HttpResponse<String> file = get("/" + script.group(1));
    assertThat(file.headers().firstValue("cache-control"))
        .hasValue("public, max-age=31536000, immutable");
    assertThat(file.headers().firstValue("content-type"))
        .hasValue("text/javascript; charset=utf-8");
    String former = "/assets/0123456789abcdef/js/app.js";
    assertThat(get(former).headers().firstValue("cache-control")).hasValue("no-cache");
    assertThat(get(former).body()).isEqualTo(file.body());
    assertThat(get("/assets/0123456789abcdef/js/none.js").statusCode()).isEqualTo(404);
    assertThat(get("/js/../../openapi.yaml").statusCode()).isIn(200, 404);
    assertThat(get("/META-INF/MANIFEST.MF").statusCode()).isEqualTo(404);
  }

  @Test
  void filesAreCompressedForThoseWhoAcceptIt() throws Exception {
    serve();
    String plain = get("/js/app.js", "accept-encoding", "br, gzip;q=0").body();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(served.uri("/js/app.js")).header("accept-encoding", "gzip, br");
    HttpResponse<byte[]> answer = served.bytes(request);

    assertThat(answer.headers().firstValue("content-encoding")).hasValue("gzip");
    assertThat(answer.headers().firstValue("vary")).hasValue("accept-encoding");
    assertThat(answer.body()).hasSizeLessThan(plain.length() / 2);
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(answer.body()))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8)).isEqualTo(plain);
    }
  }

  @Test
  void everyAnswerProtectsBrowsers() throws Exception {
    serve();
    for (String path : List.of("/", "/api/v1/clusters", "/none")) {
      HttpResponse<String> answer = get(path);
      assertThat(answer.headers().firstValue("content-security-policy").orElse(""))
          .as(path)
          .contains("form-action 'none'");
      assertThat(answer.headers().firstValue("cross-origin-resource-policy"))
          .hasValue("same-origin");
      assertThat(answer.headers().firstValue("strict-transport-security"))
          .as("HSTS without TLS")
          .isEmpty();
    }
  }

  @Test
  void onlyThePageOfAJobMayBeFramedAndOnlyByThePortal() throws Exception {
    serve();
    HttpResponse<String> job = get("/job.html?job=1");
    assertThat(job.headers().firstValue("content-security-policy").orElse(""))
        .endsWith("frame-ancestors https://ondemand.example.org");
    assertThat(job.headers().firstValue("x-frame-options")).isEmpty();
    HttpResponse<String> dashboard = get("/");
    assertThat(dashboard.headers().firstValue("content-security-policy").orElse(""))
        .endsWith("frame-ancestors 'none'");
    assertThat(dashboard.headers().firstValue("x-frame-options")).hasValue("DENY");
  }

  @Test
  void headAnswersAsGetWithoutContent() throws Exception {
    serve();
    String host = " HTTP/1.1\r\nHost: localhost\r\n";
    for (String path :
        List.of(
            "/", "/js/app.js", "/health/live", "/metrics", "/api/v1/clusters", "/openapi.yaml")) {
      String head = exchange("HEAD " + path + host);
      String get = exchange("GET " + path + host);
      assertThat(head).as(path).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n");
      assertThat(headers(head)).as(path).containsExactlyInAnyOrderElementsOf(headers(get));
      assertThat(get.length()).as(path).isGreaterThan(head.length());
    }
  }

  /** The status and the headers of an answer; HEAD may leave the length out. */
  private static List<String> headers(String answer) {
    return answer
        .substring(0, answer.indexOf("\r\n\r\n"))
        .lines()
        .filter(line -> !line.startsWith("content-length"))
        .toList();
  }

  @Test
  void headOfTheStreamAndOfWhatDoesNotExistEnds() throws Exception {
    serve();
    String host = " HTTP/1.1\r\nHost: localhost\r\n";
    assertThat(exchange("HEAD /api/v1/stream" + host)).startsWith("HTTP/1.1 200");
    assertThat(exchange("HEAD /api/v1/clusters/none" + host)).startsWith("HTTP/1.1 404");
    await().atMost(Duration.ofMinutes(2)).until(() -> served.onLoop(served.api::listeners) == 0);
  }
}
