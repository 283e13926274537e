package io.gnomon.controller.retry;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.core.IntervalFunction;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a call until it succeeds or has failed for good.
 *
 * <p>Between attempts are growing pauses; a circuit breaker keeps attempts away from a receiver
 * that fails time and again. What is logged of a failure is its class, and its message only where
 * the caller says that messages are harmless. All methods on one event loop context.
 */
public final class PersistentCaller {
  private static final Logger LOG = LoggerFactory.getLogger(PersistentCaller.class);
  private static final int ATTEMPTS_THAT_LENGTHEN = 16;

  /**
   * How patient a caller is.
   *
   * @param firstPause after the first failure; each further one is twice as long
   * @param longestPause between two attempts
   * @param openFor how long the circuit breaker keeps attempts away
   */
  public record Patience(Duration firstPause, Duration longestPause, Duration openFor) {}

  private final Vertx vertx;
  private final String name;
  private final CircuitBreaker breaker;
  private final IntervalFunction pauses;
  private final Predicate<Throwable> isFinal;
  private final boolean messagesAreHarmless;
  private long repeats;
  private boolean closed;

  /**
   * A caller.
   *
   * @param name of what is called, for the log
   * @param isFinal whether trying again cannot help
   * @param messagesAreHarmless whether messages of failures hold no secret
   */
  public PersistentCaller(
      Vertx vertx,
      String name,
      Patience patience,
      Predicate<Throwable> isFinal,
      boolean messagesAreHarmless) {
    this.vertx = vertx;
    this.name = name;
    this.isFinal = isFinal;
    this.messagesAreHarmless = messagesAreHarmless;
    pauses =
        IntervalFunction.ofExponentialBackoff(patience.firstPause(), 2, patience.longestPause());
    breaker =
        CircuitBreaker.of(
            name,
            CircuitBreakerConfig.custom()
                .slidingWindowSize(5)
                .minimumNumberOfCalls(5)
                .permittedNumberOfCallsInHalfOpenState(1)
                .waitDurationInOpenState(patience.openFor())
                .build());
  }

  /** Whether the circuit breaker lets calls through. */
  public boolean healthy() {
    return breaker.getState() == CircuitBreaker.State.CLOSED;
  }

  /** How many attempts were made after a failed one. */
  public long repeats() {
    return repeats;
  }

  /** Makes no further attempt. */
  public void close() {
    closed = true;
  }

  /**
   * Makes a call.
   *
   * @return what it gave, or the failure after which trying again cannot help
   */
  public <T> Future<T> call(Supplier<Future<T>> call) {
    return attempt(1, call);
  }

  private <T> Future<T> attempt(int number, Supplier<Future<T>> call) {
    if (closed) {
      return Future.failedFuture(name + ": closed");
    }
    if (!breaker.tryAcquirePermission()) {
      return later(number, call);
    }
    if (number > 1) {
      repeats++;
    }
    long began = System.nanoTime();
    return call.get()
        .onSuccess(done -> breaker.onSuccess(System.nanoTime() - began, TimeUnit.NANOSECONDS))
        .recover(
            failure -> {
              if (isFinal.test(failure)) {
                // it has answered, even if not as wished
                breaker.onSuccess(System.nanoTime() - began, TimeUnit.NANOSECONDS);
                return Future.failedFuture(failure);
              }
              breaker.onError(System.nanoTime() - began, TimeUnit.NANOSECONDS, failure);
              LOG.warn("{} failed, attempt {}: {}", name, number, told(failure));
              // a pause would outlive those whose timers are gone with them
              return closed ? Future.failedFuture(name + ": closed") : later(number + 1, call);
            });
  }

  private String told(Throwable failure) {
    return messagesAreHarmless ? failure.toString() : failure.getClass().getSimpleName();
  }

  private <T> Future<T> later(int number, Supplier<Future<T>> call) {
    Promise<T> promise = Promise.promise();
    vertx.setTimer(
        pauses.apply(Math.min(number, ATTEMPTS_THAT_LENGTHEN)),
        fire -> attempt(number, call).onComplete(promise));
    return promise.future();
  }
}
