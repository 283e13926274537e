package io.gnomon.controller.study;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.timelimiter.TimeLimiter;
import io.github.resilience4j.timelimiter.TimeLimiterConfig;
import io.gnomon.controller.fault.Faults;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.tune.Evaluation;
import io.gnomon.sim.tune.EvaluationResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs studies on a bounded executor of its own. A bulkhead limits how many run at a time, a time
 * limiter how long each may take. A study that finds the bulkhead full waits in submission order;
 * each cluster has at most one, so the queue is bounded by the number of clusters and of accepted
 * requests. Backtests, which are long, run on one extra thread.
 *
 * <p>Thread-safe; results arrive on the caller's Vert.x context.
 */
public final class StudyPool implements AutoCloseable {
  private static final Duration BACKTEST_LIMIT = Duration.ofMinutes(5);

  private final Vertx vertx;
  private final ExecutorService workers;
  private final ExecutorService backtestWorker =
      Executors.newSingleThreadExecutor(task -> daemon(task, "gnomon-backtest"));
  private final AtomicReference<Future<?>> lastBacktest =
      new AtomicReference<>(Future.succeededFuture());
  private final ScheduledExecutorService clock;
  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
  private final Bulkhead bulkhead;
  private final TimeLimiter studyLimiter;
  private final TimeLimiter backtestLimiter;

  /**
   * A pool.
   *
   * @param threads for simulations, at least 1
   * @param limit for one study
   */
  public StudyPool(Vertx vertx, int threads, Duration limit) {
    this(vertx, threads, limit, BACKTEST_LIMIT);
  }

  /** The same with another limit for one backtest. */
  StudyPool(Vertx vertx, int threads, Duration limit, Duration backtestLimit) {
    this.vertx = vertx;
    // a transfer queue wakes one thread per task; with the queue of a fixed pool each thread would
    // wake the next
    workers =
        new ThreadPoolExecutor(
            threads,
            threads,
            0,
            TimeUnit.SECONDS,
            new LinkedTransferQueue<>(),
            task -> daemon(task, "gnomon-study"));
    clock = Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "gnomon-study-clock"));
    bulkhead =
        Bulkhead.of(
            "studies",
            BulkheadConfig.custom()
                .maxConcurrentCalls(threads)
                .maxWaitDuration(Duration.ZERO)
                .build());
    studyLimiter =
        TimeLimiter.of("study", TimeLimiterConfig.custom().timeoutDuration(limit).build());
    backtestLimiter =
        TimeLimiter.of(
            "backtest", TimeLimiterConfig.custom().timeoutDuration(backtestLimit).build());
  }

  /**
   * Work on simulations.
   *
   * @param <T> what it gives
   * @param start starts its parts on an executor; completes with the result
   * @param cancel lets parts that still run end soon
   */
  public record Work<T>(Function<Executor, ? extends CompletionStage<T>> start, Runnable cancel) {}

  /** Runs a study; see {@link #run(Work)}. At the deadline the rounds that have ended decide. */
  public Future<StudyResult> run(ShadowStudy study) {
    return orSoFar(run(new Work<>(study::run, study::cancel)), study::soFar);
  }

  /**
   * Runs an evaluation: a backtest as {@link #runInTurn}, any other as {@link #run(Work)}. At the
   * deadline the rounds that have ended decide.
   */
  public Future<EvaluationResult> run(Evaluation evaluation) {
    Work<EvaluationResult> work = new Work<>(evaluation::run, evaluation::cancel);
    return orSoFar(evaluation.isBacktest() ? runInTurn(work) : run(work), evaluation::soFar);
  }

  private static <T> Future<T> orSoFar(Future<T> whole, Supplier<? extends @Nullable T> soFar) {
    return whole.recover(
        failure -> {
          T early = failure instanceof TimeoutException ? soFar.get() : null;
          return early == null ? Future.failedFuture(failure) : Future.succeededFuture(early);
        });
  }

  /** Runs a backtest; see {@link #runInTurn}. */
  public Future<StudyResult> runBacktest(ShadowStudy backtest) {
    return runInTurn(new Work<>(backtest::run, backtest::cancel));
  }

  /**
   * Runs long work on a thread of its own, one after the other, so that short studies need not wait
   * for it. The limit is five minutes from its turn.
   */
  <T> Future<T> runInTurn(Work<T> work) {
    Promise<T> promise = Promise.promise();
    Context context = vertx.getOrCreateContext();
    Future<?> before = lastBacktest.getAndSet(promise.future());
    before.onComplete(
        ended ->
            context.runOnContext(
                turn -> start(work, backtestWorker, backtestLimiter, () -> {}, context, promise)));
    return promise.future();
  }

  /**
   * Runs work.
   *
   * @return on the caller's context: the result, or a failure: a {@link TimeoutException} when it
   *     took too long, otherwise what a simulation threw
   */
  public <T> Future<T> run(Work<T> work) {
    Promise<T> promise = Promise.promise();
    Context context = vertx.getOrCreateContext();
    waiting.add(() -> start(work, workers, studyLimiter, this::permitReturned, context, promise));
    startWaiting();
    return promise.future();
  }

  private void permitReturned() {
    bulkhead.onComplete();
    startWaiting();
  }

  /** Starts waiting work while the bulkhead has permits. */
  private void startWaiting() {
    while (!waiting.isEmpty() && bulkhead.tryAcquirePermission()) {
      Runnable next = waiting.poll();
      if (next == null) {
        bulkhead.releasePermission();
      } else {
        next.run();
      }
    }
  }

  private <T> void start(
      Work<T> work,
      Executor on,
      TimeLimiter within,
      Runnable ended,
      Context context,
      Promise<T> promise) {
    CompletionStage<T> stage;
    try {
      stage = within.executeCompletionStage(clock, () -> work.start().apply(on));
    } catch (RuntimeException | Error fault) {
      Faults.contain(fault);
      stage = CompletableFuture.failedStage(fault);
    }
    stage.whenComplete(
        (result, failure) -> {
          Throwable other = failure == null ? null : Faults.in(work.cancel());
          if (failure != null && other != null && other != failure) {
            failure.addSuppressed(other);
          }
          context.runOnContext(done -> settle(result, failure, promise));
          ended.run();
        });
  }

  private static <T> void settle(T result, @Nullable Throwable failure, Promise<T> promise) {
    if (failure == null) {
      promise.complete(result);
      return;
    }
    promise.fail(failure instanceof CompletionException ? failure.getCause() : failure);
  }

  @Override
  public void close() {
    workers.shutdownNow();
    backtestWorker.shutdownNow();
    clock.shutdownNow();
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
