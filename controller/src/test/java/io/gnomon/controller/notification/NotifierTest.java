package io.gnomon.controller.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import io.gnomon.controller.retry.RetryingCaller.Backoff;
import io.gnomon.events.EventData;
import io.gnomon.events.config.Prediction;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Notifications reach a real HTTP server, whatever it does, and never block the caller. */
class NotifierTest {
  private static final Backoff SHORT_BACKOFF =
      new Backoff(Duration.ofMillis(10), Duration.ofMillis(50), Duration.ofMillis(100));

  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private Receiver receiver;

  @BeforeEach
  void place() throws Exception {
    receiver = new Receiver(vertx);
  }

  @AfterEach
  void close() throws Exception {
    receiver.close();
    Receiver.await(vertx.close());
  }

  private static Notification notification(int number) {
    return new Notification(
        "c-c" + number + "/changed",
        "c",
        Notification.Kind.CHANGED,
        1_700_000_000L + number,
        "multi-queue(partitions=3)",
        "easy",
        "aggregate bounded slowdown 24.0 exceeds 10.0",
        new Prediction(8.25, 3.5),
        null,
        EventData.NONE);
  }

  private static NotificationSettings settings(Channel channel, URI address, int queue) {
    return new NotificationSettings(
        Map.of(channel, address), "t0ps3cret", queue, Duration.ofSeconds(10), SHORT_BACKOFF);
  }

  private Notifier notifier(NotificationSettings settings) throws Exception {
    return ask(ready -> new Notifier(vertx, settings));
  }

  /** Does something on the context that notifiers live on. */
  private <T> T ask(Function<Void, T> what) throws Exception {
    Promise<T> promise = Promise.promise();
    context.runOnContext(now -> Future.<Void>succeededFuture().map(what).onComplete(promise));
    return Receiver.await(promise.future());
  }

  private void send(Notifier notifier, int from, int to) throws Exception {
    ask(
        now -> {
          IntStream.range(from, to).forEach(number -> notifier.send(notification(number)));
          return null;
        });
  }

  private static DeliveryQueue queue(Notifier notifier) {
    return notifier.queues().get(0);
  }

  private List<String> ids() {
    return receiver.got().stream().map(got -> got.headers().get("idempotency-key")).toList();
  }

  @Test
  void sendsAWebhookAsJsonWithTheToken() throws Exception {
    receiver.up();
    send(notifier(settings(Channel.WEBHOOK, receiver.address("/hook?a=b"), 10)), 1, 2);

    await().atMost(Duration.ofMinutes(2)).until(() -> receiver.got().size() == 1);
    Receiver.Got got = receiver.got().get(0);
    assertThat(got.headers().get("authorization")).isEqualTo("Bearer t0ps3cret");
    assertThat(got.headers().get("content-type")).isEqualTo("application/json");
    JsonObject body = new JsonObject(got.body());
    assertThat(body.getString("id")).isEqualTo("c-c1/changed");
    assertThat(body.getString("kind")).isEqualTo("changed");
    assertThat(body.getString("policy")).isEqualTo("multi-queue(partitions=3)");
    assertThat(body.getDouble("predictedSlowdownOfFormer")).isEqualTo(8.25);
    assertThat(body.getString("text"))
        .isEqualTo(
            "Gnomon: cluster c was changed: “policy oldest jobs first; reservation for the oldest job"
                + " → 3 queues by requested time; limits follow the jobs each week; reservation for the"
                + " oldest job of each queue”: aggregate bounded slowdown 24.0 exceeds 10.0 (simulated"
                + " slowdown 3.50 instead of 8.25)");
  }

  @Test
  void whatComesWhileTheReceiverIsDownArrivesOnceAndInOrderWhenItIsBack() throws Exception {
    Notifier notifier = notifier(settings(Channel.WEBHOOK, receiver.address("/"), 100));
    send(notifier, 0, 20);
    await().atMost(Duration.ofMinutes(2)).until(() -> queue(notifier).retries() >= 3);
    assertThat(queue(notifier).waiting()).isEqualTo(20);

    receiver.up();

    await().atMost(Duration.ofMinutes(2)).until(() -> queue(notifier).delivered() == 20);
    assertThat(ids())
        .containsExactlyElementsOf(
            IntStream.range(0, 20).mapToObj(number -> "c-c" + number + "/changed").toList());
    assertThat(queue(notifier).waiting()).isZero();
  }

  @Test
  void aReceiverThatIsOverloadedIsAskedAgainAndOneThatDoesNotWantItIsNot() throws Exception {
    receiver.answering(
        (request, number) ->
            request
                .response()
                .setStatusCode(List.of(503, 429, 200, 400, 204).get(number - 1))
                .end());
    receiver.up();
    Notifier notifier = notifier(settings(Channel.WEBHOOK, receiver.address("/"), 10));
    send(notifier, 1, 4);

    await().atMost(Duration.ofMinutes(2)).until(() -> queue(notifier).delivered() == 2);
    assertThat(ids())
        .containsExactly(
            "c-c1/changed", "c-c1/changed", "c-c1/changed", "c-c2/changed", "c-c3/changed");
    assertThat(queue(notifier).rejected()).isEqualTo(1);
    assertThat(queue(notifier).retries()).isEqualTo(2);
  }

  @Test
  void aReceiverThatNeverAnswersDelaysNoOtherAndWhatWaitsIsBounded() throws Exception {
    receiver.answering((request, number) -> {}).up();
    NotificationSettings settings =
        new NotificationSettings(
            Map.of(Channel.WEBHOOK, receiver.address("/")),
            null,
            50,
            Duration.ofSeconds(1),
            SHORT_BACKOFF);
    Notifier notifier = notifier(settings);

    // returns while the first waits for its answer: otherwise none would be dropped
    send(notifier, 0, 5_000);
    assertThat(queue(notifier).waiting()).isEqualTo(51);
    assertThat(queue(notifier).dropped()).isEqualTo(4_949);
    receiver.answering((request, number) -> request.response().end());
    await().atMost(Duration.ofMinutes(2)).until(() -> queue(notifier).delivered() == 51);
    assertThat(ids()).endsWith("c-c4999/changed").contains("c-c4950/changed");
  }

  @Test
  void whatWaitsAtTheEndIsDeliveredWhereTheReceiverIsWellAndGivenUpWhereItIsNot() throws Exception {
    receiver.up();
    Notifier well = notifier(settings(Channel.WEBHOOK, receiver.address("/"), 100));
    send(well, 0, 10);
    Receiver.await(ask(now -> well.close()));
    assertThat(queue(well).delivered()).isEqualTo(10);

    receiver.answering((request, number) -> {});
    Notifier unwell = notifier(settings(Channel.WEBHOOK, receiver.address("/"), 100));
    send(unwell, 10, 12);
    Receiver.await(ask(now -> unwell.close()));
    assertThat(queue(unwell).delivered()).isZero();
    assertThat(queue(unwell).waiting()).isEqualTo(2);
  }

  @Test
  void anAnswerWithoutEndIsNotReadToItsEnd() throws Exception {
    receiver
        .answering((request, number) -> request.response().setChunked(true).write("x".repeat(9999)))
        .up();
    Notifier notifier = notifier(settings(Channel.WEBHOOK, receiver.address("/"), 10));
    send(notifier, 0, 3);
    await().atMost(Duration.ofMinutes(2)).until(() -> queue(notifier).delivered() == 3);
    assertThat(receiver.got()).hasSize(3);
  }

  @Test
  void sendsSlackItsOwnFormatWithoutTheToken() throws Exception {
    receiver.up();
    send(notifier(settings(Channel.SLACK, receiver.address("/services/T0/B0/k3y"), 10)), 1, 2);

    await().atMost(Duration.ofMinutes(2)).until(() -> receiver.got().size() == 1);
    Receiver.Got got = receiver.got().get(0);
    assertThat(got.path()).isEqualTo("/services/T0/B0/k3y");
    assertThat(got.headers().contains("authorization")).isFalse();
    assertThat(new JsonObject(got.body()).getString("text"))
        .startsWith("Gnomon: cluster c was changed");
  }

  @Test
  void noSecretIsLoggedWhateverHappens() throws Exception {
    List<String> logged = new CopyOnWriteArrayList<>();
    AppenderBase<ILoggingEvent> ear =
        new AppenderBase<>() {
          @Override
          protected void append(ILoggingEvent event) {
            StringBuilder text = new StringBuilder(event.getFormattedMessage());
            for (IThrowableProxy at = event.getThrowableProxy(); at != null; at = at.getCause()) {
              text.append(at.getMessage());
            }
            logged.add(text.toString());
          }
        };
    ear.start();
    Logger ours = (Logger) LoggerFactory.getLogger("io.gnomon");
    Logger all = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    Level before = all.getLevel();
    ours.setLevel(Level.TRACE);
    all.setLevel(Level.INFO);
    all.addAppender(ear);
    try {
      NotificationSettings settings = settings(Channel.WEBHOOK, receiver.address("/k3y"), 2);
      assertThat(settings.toString()).doesNotContain("k3y", "t0ps3cret");
      Notifier notifier = notifier(settings);
      send(notifier, 0, 5);
      await().atMost(Duration.ofMinutes(2)).until(() -> queue(notifier).retries() >= 2);
      receiver.answering((request, number) -> request.response().setStatusCode(401).end()).up();
      await().atMost(Duration.ofMinutes(2)).until(() -> queue(notifier).rejected() == 3);
    } finally {
      all.detachAppender(ear);
      all.setLevel(before);
      ours.setLevel(null);
    }
    assertThat(logged).anyMatch(line -> line.contains("delivery to webhook failed"));
    assertThat(logged).anyMatch(line -> line.contains("401"));
    assertThat(logged).noneMatch(line -> line.contains("k3y") || line.contains("t0ps3cret"));
  }
}
