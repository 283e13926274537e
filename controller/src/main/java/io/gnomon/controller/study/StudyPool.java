package io.gnomon.controller.study;

import io.gnomon.sim.engine.RunControl;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.tune.Evaluation;
import io.gnomon.sim.tune.EvaluationResult;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs all simulations of a controller beside the event loop, with a lane for each {@link
 * StudyPriority}: a bounded number of tasks on threads of their own, each with a time limit. A task
 * whose lane is full waits in a {@link FairQueue}, in which the clusters take turns; each cluster
 * has at most one in the lanes of decisions and backtests, and requests are limited, so the queues
 * are bounded. A task pauses at the checkpoints of its simulations while one of a higher priority
 * runs.
 *
 * <p>Thread-safe; results arrive on the caller's Vert.x context.
 */
public final class StudyPool implements AutoCloseable {
  private static final Duration BACKTEST_LIMIT = Duration.ofMinutes(5);
  private static final Duration LEAST_REQUEST_LIMIT = Duration.ofSeconds(30);

  private final Vertx vertx;
  private final Map<StudyPriority, Lane> lanes = new EnumMap<>(StudyPriority.class);
  private final List<StudyRun<?>> running = new ArrayList<>(); // guarded by this
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "gnomon-study-clock"));

  /**
   * A pool.
   *
   * @param threads for studies of decisions, at least 1; for the requests of users, for other
   *     requests and for shadows there are half as many, for backtests one
   * @param limit for one study of a decision; others have at least 30 s
   */
  public StudyPool(Vertx vertx, int threads, Duration limit) {
    this(vertx, threads, limit, BACKTEST_LIMIT);
  }

  /** The same with another limit for one backtest. */
  StudyPool(Vertx vertx, int threads, Duration limit, Duration backtestLimit) {
    this.vertx = vertx;
    Duration longer = limit.compareTo(LEAST_REQUEST_LIMIT) > 0 ? limit : LEAST_REQUEST_LIMIT;
    int half = Math.max(1, threads / 2);
    lanes.put(StudyPriority.DECISION, new Lane("gnomon-study", threads, limit));
    lanes.put(StudyPriority.BACKTEST, new Lane("gnomon-backtest", 1, backtestLimit));
    lanes.put(StudyPriority.USER, new Lane("gnomon-user", half, longer));
    lanes.put(StudyPriority.ANONYMOUS, new Lane("gnomon-request", half, longer));
    lanes.put(StudyPriority.SHADOW, new Lane("gnomon-shadow", half, longer));
  }

  /**
   * Work on simulations.
   *
   * @param <T> what it gives
   * @param start starts its parts on an executor; completes with the result
   * @param controls pause the parts, and let them end soon
   */
  public record Work<T>(
      Function<Executor, ? extends CompletionStage<T>> start, Collection<RunControl> controls) {
    /** Work of which all parts have the same control. */
    public Work(Function<Executor, ? extends CompletionStage<T>> start, RunControl control) {
      this(start, List.of(control));
    }
  }

  /** The tasks of one priority; guarded by the pool. */
  private static final class Lane {
    private final ExecutorService workers;
    private final int most;
    private final Duration limit;
    private final FairQueue<StudyRun<?>> waiting = new FairQueue<>();
    private int running;

    Lane(String name, int threads, Duration limit) {
      // a transfer queue wakes one thread per task; with the queue of a fixed pool each thread
      // would wake the next
      workers =
          new ThreadPoolExecutor(
              threads,
              threads,
              0,
              TimeUnit.SECONDS,
              new LinkedTransferQueue<>(),
              task -> daemon(task, name));
      most = threads;
      this.limit = limit;
    }
  }

  /**
   * Runs a study; see {@link #run(Work, StudyPriority, String)}. At the deadline, ended rounds
   * decide.
   */
  public Future<StudyResult> run(ShadowStudy study, StudyPriority priority, String cluster) {
    return orSoFar(run(new Work<>(study::run, study.control()), priority, cluster), study::soFar);
  }

  /** Runs an evaluation with the priority of a backtest or a decision; ended rounds decide. */
  public Future<EvaluationResult> run(Evaluation evaluation, String cluster) {
    return orSoFar(
        run(
            new Work<>(evaluation::run, evaluation.controls()),
            evaluation.isBacktest() ? StudyPriority.BACKTEST : StudyPriority.DECISION,
            cluster),
        evaluation::soFar);
  }

  private static <T> Future<T> orSoFar(Future<T> whole, Supplier<? extends @Nullable T> soFar) {
    return whole.recover(
        failure -> {
          T early = failure instanceof TimeoutException ? soFar.get() : null;
          return early == null ? Future.failedFuture(failure) : Future.succeededFuture(early);
        });
  }

  /** Runs a backtest, of which a part decides nothing. */
  public Future<StudyResult> runBacktest(ShadowStudy backtest, String cluster) {
    return run(new Work<>(backtest::run, backtest.control()), StudyPriority.BACKTEST, cluster);
  }

  /**
   * Runs work.
   *
   * @param cluster the cluster that it is for, which shares the lane with the others
   * @return on the caller's context: the result, or a failure: a {@link TimeoutException} when it
   *     took too long, a {@link CancellationException} as soon as a control is cancelled, otherwise
   *     what a simulation threw
   */
  public <T> Future<T> run(Work<T> work, StudyPriority priority, String cluster) {
    Promise<T> promise = Promise.promise();
    Context context = vertx.getOrCreateContext();
    Lane lane = lanes.get(priority);
    if (lane == null) {
      throw new IllegalStateException("no lane for " + priority);
    }
    StudyRun<T> run = new StudyRun<>(priority, work, lane.limit, cluster);
    run.result()
        .whenComplete(
            (result, failure) -> {
              context.runOnContext(done -> settle(result, failure, promise));
              ended(run, lane);
              startWaiting(lane);
            });
    synchronized (this) {
      lane.waiting.add(cluster, run);
    }
    run.obeyControls();
    startWaiting(lane);
    return promise.future();
  }

  /** How many studies of decisions wait for a thread. */
  public synchronized int waitingDecisions() {
    Lane lane = lanes.get(StudyPriority.DECISION);
    return lane == null ? 0 : lane.waiting.size();
  }

  private void startWaiting(Lane lane) {
    for (StudyRun<?> next = admit(lane); next != null; next = admit(lane)) {
      next.start(lane.workers, clock);
    }
  }

  private synchronized @Nullable StudyRun<?> admit(Lane lane) {
    StudyRun<?> next = lane.running == lane.most ? null : lane.waiting.poll();
    if (next != null) {
      lane.running++;
      running.add(next);
      pauseOrContinue();
    }
    return next;
  }

  private synchronized void ended(StudyRun<?> run, Lane lane) {
    if (running.remove(run)) {
      lane.running--;
      pauseOrContinue();
    } else {
      lane.waiting.remove(run.cluster(), run);
    }
  }

  private void pauseOrContinue() {
    for (StudyRun<?> run : running) {
      run.pause(running.stream().anyMatch(other -> run.priority().pausesFor(other.priority())));
    }
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
    lanes.values().forEach(lane -> lane.workers.shutdownNow());
    clock.shutdownNow();
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
