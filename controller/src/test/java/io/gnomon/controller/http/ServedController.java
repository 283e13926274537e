package io.gnomon.controller.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ControllerTestDriver;
import io.gnomon.controller.health.Problem;
import io.gnomon.controller.health.ProblemKind;
import io.gnomon.controller.http.replica.Coverage;
import io.gnomon.controller.http.replica.ReplicaAddress;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.OperationRejectedException;
import io.gnomon.controller.operation.OperationResult;
import io.gnomon.controller.operation.OperatorRequest;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.signature.SigningKeys;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.validation.ResponseValidator;
import io.vertx.openapi.validation.ValidatableResponse;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The API over the real core of one cluster, which a test drives by hand. */
final class ServedController implements ClusterDirectory, AutoCloseable {
  static final String ADA = "a-token-of-ada-0123456789";
  static final String BOB = "a-token-of-bob-0123456789";
  static final SigningKeys KEYS = SigningKeys.parse("of the test", "ab".repeat(32));
  static final ReplicaAddress ADDRESS = ReplicaAddress.parse("127.0.0.1");
  static final String CLUSTER = "/api/v1/clusters/" + ControllerTestDriver.CLUSTER;

  final Vertx vertx = Vertx.vertx();
  final ControllerTestDriver driver;
  final HttpApi api;
  final int port;
  private final Context loop = vertx.getOrCreateContext();
  private final StudyPool pool = new StudyPool(vertx, 2, Duration.ofSeconds(20));
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ResponseValidator validator;
  volatile boolean ready = true;
  volatile @Nullable Problem silence;
  volatile List<String> others = List.of();
  volatile Supplier<Future<Buffer>> metrics =
      () -> Future.succeededFuture(Buffer.buffer("gnomon_ready 1.0\n"));
  volatile Coverage coverage = new Coverage(Set.of(0), 1);
  private volatile boolean owns = true;

  /** An answer, held against the contract. */
  record Answer(int status, JsonObject json) {
    String detail() {
      return json.getString("detail", "");
    }
  }

  ServedController() throws Exception {
    this(HttpSettings.Limits.DEFAULT.withAskSeconds(60));
  }

  ServedController(HttpSettings.Limits limits) throws Exception {
    this(
        advertised(
            HttpSettings.loopback(0).withTokens(Map.of("ada", ADA, "bob", BOB)).withLimits(limits),
            ADDRESS),
        new ControllerTestDriver(Mode.APPROVE, 2, 500_000));
  }

  ServedController(HttpSettings settings, ControllerTestDriver driver) throws Exception {
    this(settings, driver, KEYS);
  }

  /** The same settings, where other replicas reach this one. */
  static HttpSettings advertised(HttpSettings other, ReplicaAddress address) {
    return new HttpSettings(
        other.host(),
        other.port(),
        other.certificate(),
        other.key(),
        other.access(),
        other.limits(),
        address,
        other.effective());
  }

  ServedController(HttpSettings settings, ControllerTestDriver driver, @Nullable SigningKeys keys)
      throws Exception {
    this.driver = driver;
    api = new HttpApi(vertx, settings, this, pool, () -> metrics.get(), keys);
    port = await(onLoop(api::listen));
    OpenAPIContract contract = await(OpenAPIContract.from(vertx, ApiContract.load().json()));
    validator = ResponseValidator.create(vertx, contract);
  }

  /** A crowd whose slowdown is above the threshold; a better configuration is proposed at 1000. */
  ServedController crowded() throws Exception {
    onLoop(
        () ->
            driver
                .declare(10)
                .send(new JobSubmitted("base", driver.at(0), 6, 2200))
                .send(new JobStarted("base", driver.at(0)))
                .send(new JobSubmitted("4711", driver.at(10), 6, 700))
                .send(new JobSubmitted("whole", driver.at(11), 10, 80_000))
                .send(new JobSubmitted("narrow", driver.at(12), 3, 70_000))
                .send(new JobSubmitted("short", driver.at(13), 3, 100)));
    return this;
  }

  /** Another replica owns the cluster. */
  ServedController without() {
    owns = false;
    coverage = new Coverage(Set.of(), 1);
    return this;
  }

  /** The crowd after a look, which has led to a proposal. */
  ServedController proposing() throws Exception {
    crowded();
    onLoop(() -> driver.send(new ClockAdvanced(driver.at(1000))));
    return this;
  }

  String proposal() {
    return String.valueOf(driver.decisions().get(0).proposal());
  }

  /** Calls on the event loop that the API runs on. */
  <T> T onLoop(Callable<T> question) throws Exception {
    io.vertx.core.Promise<T> promise = io.vertx.core.Promise.promise();
    loop.runOnContext(
        now -> {
          try {
            promise.complete(question.call());
          } catch (Exception e) {
            promise.fail(e);
          }
        });
    return await(promise.future());
  }

  static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
  }

  URI uri(String path) {
    return URI.create("http://127.0.0.1:" + port + path);
  }

  Answer get(String operationId, String path) throws Exception {
    return send(operationId, HttpRequest.newBuilder(uri(path)));
  }

  Answer post(String operationId, String path, String token, JsonObject body) throws Exception {
    return post(operationId, path, token, null, body.encode());
  }

  Answer post(String operationId, String path, String token, String key, String body)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(path))
            .header("content-type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (token != null) {
      request.header("authorization", "Bearer " + token);
    }
    if (key != null) {
      request.header("idempotency-key", key);
    }
    return send(operationId, request);
  }

  private Answer send(String operationId, HttpRequest.Builder request) throws Exception {
    HttpResponse<String> response = raw(request);
    Map<String, String> headers = new HashMap<>();
    response.headers().map().forEach((name, values) -> headers.put(name, values.get(0)));
    boolean problem = response.statusCode() >= 400;
    assertThat(headers.get("content-type"))
        .isEqualTo(problem ? "application/problem+json" : "application/json");
    await(
        validator.validate(
            ValidatableResponse.create(
                response.statusCode(),
                headers,
                Buffer.buffer(response.body()),
                String.valueOf(headers.get("content-type")).replace("problem+", "")),
            operationId));
    return new Answer(response.statusCode(), new JsonObject(response.body()));
  }

  HttpResponse<byte[]> bytes(HttpRequest.Builder request) throws Exception {
    return client.send(
        request.timeout(Duration.ofSeconds(30)).build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  /** The lines of an answer as they arrive; close them. */
  Stream<String> lines(String path) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(uri(path)).build();
    return client.send(request, HttpResponse.BodyHandlers.ofLines()).body();
  }

  HttpResponse<String> raw(HttpRequest.Builder request) throws Exception {
    return client.send(
        request.timeout(Duration.ofSeconds(30)).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public Future<List<String>> otherReplicas() {
    return Future.succeededFuture(others);
  }

  @Override
  public Collection<? extends ClusterController> clusters() {
    return owns ? List.of(driver.controller()) : List.of();
  }

  @Override
  public Future<OperationResult> operate(ClusterController cluster, OperatorRequest request) {
    try {
      return Future.succeededFuture(driver.operate(request));
    } catch (OperationRejectedException refused) {
      return Future.failedFuture(refused);
    }
  }

  @Override
  public @Nullable Problem silence(ClusterController cluster) {
    return silence;
  }

  @Override
  public Coverage coverage() {
    return coverage;
  }

  @Override
  public boolean alive() {
    return true;
  }

  @Override
  public boolean ready() {
    return ready;
  }

  @Override
  public List<Problem> problems() {
    return ready
        ? List.of()
        : List.of(new Problem(ProblemKind.TOPIC_MISSING, "topic gnomon.events does not exist"));
  }

  @Override
  public void close() throws Exception {
    pool.close();
    await(vertx.close());
  }
}
