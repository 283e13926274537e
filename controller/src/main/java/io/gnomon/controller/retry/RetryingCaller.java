package io.gnomon.controller.retry;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats an asynchronous call, with exponential backoff and behind a circuit breaker, until it
 * succeeds or fails permanently. An {@link Error} is retried like an exception.
 *
 * <p>The log has the class of each failure, and its message only if messages hold no secrets. All
 * methods, and all attempts, run on one event loop context; only the pauses are kept by a thread of
 * its own, which starts with the first failure and ends when no call pauses.
 */
public final class RetryingCaller {
  private static final Logger LOG = LoggerFactory.getLogger(RetryingCaller.class);
  private static final int IDLE_SECONDS = 1;
  // resilience4j computes a pause in time proportional to the number of the attempt
  private static final int ATTEMPTS_WITH_GROWING_PAUSES = 16;

  /**
   * The timing of attempts.
   *
   * @param firstPause the pause after the first failure; each further pause is twice as long
   * @param longestPause the longest pause between two attempts
   * @param openFor how long an open circuit breaker lets no attempt pass
   */
  public record Backoff(Duration firstPause, Duration longestPause, Duration openFor) {}

  private final Vertx vertx;
  private final String name;
  private final Predicate<Throwable> isPermanent;
  private final boolean logsMessages;
  private final CircuitBreaker breaker;
  private final Retry retry;
  private final ScheduledExecutorService pauses;
  private long retries;
  private @Nullable Throwable lastFailure;
  private volatile boolean closed;

  /**
   * A caller whose circuit breaker is closed.
   *
   * @param name the name of the call in the log
   * @param isPermanent whether a failure is permanent, so that no further attempt is made
   * @param logsMessages whether the log has the messages of failures; false if they may hold
   *     secrets
   */
  public RetryingCaller(
      Vertx vertx,
      String name,
      Backoff backoff,
      Predicate<Throwable> isPermanent,
      boolean logsMessages) {
    this.vertx = vertx;
    this.name = name;
    this.isPermanent = isPermanent;
    this.logsMessages = logsMessages;
    breaker =
        CircuitBreaker.of(
            name,
            CircuitBreakerConfig.custom()
                .slidingWindowSize(5)
                .minimumNumberOfCalls(5)
                .permittedNumberOfCallsInHalfOpenState(1)
                .waitDurationInOpenState(backoff.openFor())
                .recordException(failure -> !isPermanent.test(failure))
                .build());
    IntervalFunction growing =
        IntervalFunction.ofExponentialBackoff(backoff.firstPause(), 2, backoff.longestPause());
    retry =
        Retry.of(
            name,
            RetryConfig.custom()
                .maxAttempts(Integer.MAX_VALUE)
                .intervalFunction(
                    attempt -> growing.apply(Math.min(attempt, ATTEMPTS_WITH_GROWING_PAUSES)))
                .retryOnException(failure -> !closed && !isPermanent.test(failure))
                .build());
    // never shut down, so that a retry that is scheduled while the caller closes is not lost; the
    // thread ends when no call pauses
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "gnomon-retry");
              thread.setDaemon(true);
              return thread;
            });
    timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
    pauses = timer;
  }

  /** Whether the circuit breaker is closed, so that calls are attempted. */
  public boolean healthy() {
    return breaker.getState() == CircuitBreaker.State.CLOSED;
  }

  /** The failure of the last attempt, or null if it succeeded or there was none. */
  public @Nullable Throwable lastFailure() {
    return lastFailure;
  }

  /** The number of attempts that followed a failed one. */
  public long retries() {
    return retries;
  }

  /** Stops further attempts; calls that have not succeeded fail after their pause. */
  public void close() {
    closed = true;
  }

  /**
   * Makes a call.
   *
   * @return the result, or a permanent failure, or a failure after {@link #close}
   */
  public <T> Future<T> call(Supplier<Future<T>> call) {
    Context context = vertx.getOrCreateContext();
    AtomicInteger attempts = new AtomicInteger();
    CompletionStage<T> result =
        retry.executeCompletionStage(
            pauses,
            CircuitBreaker.decorateCompletionStage(
                breaker, () -> onContext(context, () -> attempt(call, attempts))));
    return Future.fromCompletionStage(result, context)
        .recover(
            failure ->
                closed && !isPermanent.test(failure)
                    ? closedFailure()
                    : Future.failedFuture(failure));
  }

  private static <T> CompletionStage<T> onContext(Context context, Supplier<Future<T>> call) {
    if (Vertx.currentContext() == context) {
      return call.get().toCompletionStage();
    }
    return Future.<T>future(promise -> context.runOnContext(now -> call.get().onComplete(promise)))
        .toCompletionStage();
  }

  private <T> Future<T> attempt(Supplier<Future<T>> call, AtomicInteger attempts) {
    if (closed) {
      return closedFailure();
    }
    int number = attempts.incrementAndGet();
    if (number > 1) {
      retries++;
    }
    return Future.<Void>succeededFuture()
        .compose(started -> call.get())
        .onSuccess(result -> lastFailure = null)
        .onFailure(
            failure -> {
              lastFailure = failure;
              if (!isPermanent.test(failure)) {
                LOG.warn("{} failed, attempt {}: {}", name, number, described(failure));
              }
            })
        .recover(RetryingCaller::asException);
  }

  /**
   * An {@link Error} as the cause of an exception, because resilience4j retries exceptions only.
   */
  private static <T> Future<T> asException(Throwable failure) {
    return Future.failedFuture(
        failure instanceof Error ? new ExecutionException(failure) : failure);
  }

  private <T> Future<T> closedFailure() {
    return Future.failedFuture(name + ": closed");
  }

  private String described(Throwable failure) {
    return logsMessages ? failure.toString() : failure.getClass().getSimpleName();
  }
}
