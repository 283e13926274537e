package io.gnomon.controller.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** What a handler does wrong costs one answer, and requests of others leave places for probes. */
class RequestSlotsTest {
  private static final int CONNECTIONS = 32;
  private static final int ORDINARY = 28;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private ServedController served;

  private void serve(int requestSeconds) throws Exception {
    served =
        new ServedController(new HttpSettings.Limits(65_536, CONNECTIONS, requestSeconds, 8, 60))
            .crowded();
  }

  @AfterEach
  void stop() throws Exception {
    served.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aHandlerThatFailsIsAnsweredAndLoggedOnce(boolean throwing) throws Exception {
    serve(30);
    RuntimeException fault = new IllegalStateException("a fault of the test");
    Supplier<Future<Buffer>> failed = () -> Future.failedFuture(fault);
    served.metrics =
        throwing
            ? () -> {
              throw fault;
            }
            : failed;
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    root.addAppender(log);
    try {
      HttpResponse<String> answer = served.raw(HttpRequest.newBuilder(served.uri("/metrics")));

      assertThat(answer.statusCode()).isEqualTo(500);
      assertThat(answer.body()).contains("see the controller's log").doesNotContain("a fault");
      assertThat(List.copyOf(log.list))
          .filteredOn(
              line ->
                  line.getThrowableProxy() != null
                      && "a fault of the test".equals(line.getThrowableProxy().getMessage()))
          .hasSize(1);
    } finally {
      root.detachAppender(log);
    }
  }

  @Test
  void aHandlerThatNeverAnswersHasADeadline() throws Exception {
    serve(1);
    served.metrics = () -> Promise.<Buffer>promise().future();

    HttpResponse<String> answer = served.raw(HttpRequest.newBuilder(served.uri("/metrics")));

    assertThat(answer.statusCode()).isEqualTo(504);
    assertThat(new JsonObject(answer.body()).getString("detail")).contains("within 1 s");
    served.metrics = () -> Future.succeededFuture(Buffer.buffer("up"));
    await() // an answer may take longer than the deadline on a busy machine
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> {
              HttpResponse<String> next =
                  served.raw(HttpRequest.newBuilder(served.uri("/metrics")));
              assertThat(next.statusCode()).isIn(200, 504);
              return next.body().equals("up");
            });
  }

  @Test
  void requestsInProgressLeavePlacesForProbesAndOperators() throws Exception {
    serve(600);
    Promise<Buffer> late = Promise.promise();
    served.metrics = late::future;
    List<CompletableFuture<HttpResponse<String>>> flood = new ArrayList<>();
    for (int i = 0; i < ORDINARY; i++) {
      flood.add(send("/metrics", false));
    }
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> get(send("/api/v1/clusters", false)).statusCode() == 503);

    for (int i = 0; i < 40; i++) {
      HttpResponse<String> refused = get(send("/metrics", false));
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("retry-after")).hasValue("1");
      assertThat(get(send("/health/live", false)).statusCode()).isEqualTo(200);
      assertThat(get(send("/api/v1/clusters", true)).statusCode()).isEqualTo(200);
    }
    JsonObject reason = new JsonObject().put("reason", "a test");
    assertThat(
            served
                .post("freeze", ServedController.CLUSTER + "/freeze", ServedController.ADA, reason)
                .status())
        .isEqualTo(200);

    late.complete(Buffer.buffer("up"));
    for (CompletableFuture<HttpResponse<String>> one : flood) {
      assertThat(get(one).statusCode()).isEqualTo(200);
    }
    assertThat(get(send("/metrics", false)).body()).isEqualTo("up");
  }

  private CompletableFuture<HttpResponse<String>> send(String path, boolean operator) {
    HttpRequest.Builder request = HttpRequest.newBuilder(served.uri(path));
    if (operator) {
      request.header("authorization", "Bearer " + ServedController.ADA);
    }
    return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static <T> T get(CompletableFuture<T> future) throws Exception {
    return future.get(2, TimeUnit.MINUTES);
  }
}
