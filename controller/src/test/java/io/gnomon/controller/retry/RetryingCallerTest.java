package io.gnomon.controller.retry;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RetryingCallerTest {
  private static final RetryingCaller.Backoff BACKOFF =
      new RetryingCaller.Backoff(Duration.ofMillis(2), Duration.ofMillis(8), Duration.ofMillis(40));

  private final Vertx vertx = Vertx.vertx();
  private final RetryingCaller caller =
      new RetryingCaller(vertx, "testing", BACKOFF, IllegalStateException.class::isInstance, true);

  @AfterEach
  void close() throws Exception {
    await(vertx.close());
  }

  private static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
  }

  private <T> T call(Supplier<Future<T>> call) throws Exception {
    return call(caller, call);
  }

  private <T> T call(RetryingCaller by, Supplier<Future<T>> call) throws Exception {
    return await(
        Future.<Void>future(start -> vertx.runOnContext(now -> start.complete()))
            .compose(started -> by.call(call)));
  }

  @Test
  void repeatsTheCallUntilItSucceeds() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    String answer =
        call(
            () ->
                calls.incrementAndGet() < 4
                    ? Future.failedFuture("down")
                    : Future.succeededFuture("up"));

    assertThat(answer).isEqualTo("up");
    assertThat(calls).hasValue(4);
    assertThat(caller.retries()).isEqualTo(3);
    assertThat(caller.healthy()).isTrue();
  }

  @Test
  void opensTheBreakerAfterFiveFailuresAndClosesItWithTheFirstSuccess() throws Exception {
    List<Boolean> health = new ArrayList<>();
    AtomicInteger calls = new AtomicInteger();
    call(
        () -> {
          health.add(caller.healthy());
          return calls.incrementAndGet() < 8
              ? Future.failedFuture("down")
              : Future.succeededFuture();
        });

    assertThat(health).containsExactly(true, true, true, true, true, false, false, false);
    assertThat(caller.healthy()).isTrue();
  }

  @Test
  void reportsAPermanentFailureWithoutARetry() {
    AtomicInteger calls = new AtomicInteger();
    assertThatThrownBy(
            () ->
                call(
                    () -> {
                      calls.incrementAndGet();
                      return Future.failedFuture(new IllegalStateException("fenced"));
                    }))
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("fenced");
    assertThat(calls).hasValue(1);
    assertThat(caller.retries()).isZero();
  }

  @Test
  void repeatsACallThatFailsWithAnError() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    String answer =
        call(
            () -> {
              if (calls.incrementAndGet() == 1) {
                throw new StackOverflowError("too deep");
              }
              return Future.succeededFuture("up");
            });

    assertThat(answer).isEqualTo("up");
    assertThat(caller.retries()).isEqualTo(1);
  }

  @Test
  void aCallFailsIfTheCallerClosesWhileItsRetryIsScheduled() throws Exception {
    AtomicReference<Runnable> close = new AtomicReference<>();
    AtomicInteger judged = new AtomicInteger();
    RetryingCaller closing =
        new RetryingCaller(
            vertx,
            "closing",
            BACKOFF,
            failure -> {
              // the last judgement is that of the retry, which has seen the caller open
              if (judged.incrementAndGet() == 3) {
                requireNonNull(close.get()).run();
              }
              return false;
            },
            true);
    close.set(closing::close);

    assertThatThrownBy(() -> call(closing, () -> Future.failedFuture("down")))
        .hasMessageContaining("closing: closed");
    assertThat(judged.get()).isGreaterThanOrEqualTo(3);
    assertThat(closing.retries()).isZero();
  }

  @Test
  void makesNoFurtherAttemptAfterClose() {
    AtomicInteger calls = new AtomicInteger();
    assertThatThrownBy(
            () ->
                call(
                    () -> {
                      calls.incrementAndGet();
                      caller.close();
                      return Future.failedFuture("down");
                    }))
        .hasMessageContaining("testing: closed");
    assertThat(calls).hasValue(1);
  }
}
