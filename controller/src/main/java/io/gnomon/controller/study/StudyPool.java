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
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs all simulations of a controller beside the event loop, with a {@link Lane} for each {@link
 * StudyPriority}, in which the clusters share a number of threads; each run has a time limit. Each
 * cluster has at most one run in the lanes of decisions and backtests, and requests are limited, so
 * what waits is bounded. A run pauses at the checkpoints of its simulations when it is the turn of
 * another cluster, and, in seven turns of eight, while one of a higher priority has begun.
 *
 * <p>Thread-safe; results arrive on the caller's Vert.x context.
 */
public final class StudyPool implements AutoCloseable {
  private static final Duration BACKTEST_LIMIT = Duration.ofMinutes(5);
  private static final Duration LEAST_REQUEST_LIMIT = Duration.ofSeconds(30);
  private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final int TURNS_TO_SHARE = 8;
  private static final int MOST_COPIES = 32; // of a state, by the studies that have begun
  private static final int LEAST_BEGUN = 4;

  private final Vertx vertx;
  private final Duration requestLimit;
  private final Map<StudyPriority, Lane> lanes = new EnumMap<>(StudyPriority.class);
  private boolean turning; // guarded by this, like the next two
  private int turns;
  private boolean closed;
  private final StudyClock clock;

  /**
   * A pool.
   *
   * @param threads for studies of decisions, at least 1; for the requests of users, for other
   *     requests and for shadows there are half as many, for backtests one
   * @param limit for one study of a decision; others have at least 30 s
   */
  public StudyPool(Vertx vertx, int threads, Duration limit) {
    this(vertx, threads, limit, BACKTEST_LIMIT, StudyClock.system());
  }

  /** The same with another limit for one backtest, and a clock that is closed with the pool. */
  StudyPool(Vertx vertx, int threads, Duration limit, Duration backtestLimit, StudyClock clock) {
    this.vertx = vertx;
    this.clock = clock;
    requestLimit = limit.compareTo(LEAST_REQUEST_LIMIT) > 0 ? limit : LEAST_REQUEST_LIMIT;
    int half = Math.max(1, threads / 2);
    addLane(StudyPriority.DECISION, "gnomon-study", threads, mostBegun(threads), limit);
    addLane(StudyPriority.BACKTEST, "gnomon-backtest", 1, 2, backtestLimit);
    addLane(StudyPriority.USER, "gnomon-user", half, mostBegun(half), requestLimit);
    addLane(StudyPriority.ANONYMOUS, "gnomon-request", half, mostBegun(half), requestLimit);
    addLane(StudyPriority.SHADOW, "gnomon-shadow", half, mostBegun(half), requestLimit);
  }

  private void addLane(
      StudyPriority priority, String name, int threads, int mostBegun, Duration limit) {
    lanes.put(priority, new Lane(name, threads, mostBegun, limit, clock));
  }

  /** The time that the simulations of a request may take. */
  public Duration requestLimit() {
    return requestLimit;
  }

  private static int mostBegun(int threads) {
    return Math.max(LEAST_BEGUN, MOST_COPIES / threads);
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
    /** Work whose parts all have the same control. */
    public Work(Function<Executor, ? extends CompletionStage<T>> start, RunControl control) {
      this(start, List.of(control));
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

  /** Runs a backtest; a part of it decides nothing. */
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
    StudyRun<T> run = lane.run(work, cluster, this::share);
    run.result()
        .whenComplete(
            (result, failure) -> {
              context.runOnContext(done -> settle(result, failure, promise));
              synchronized (this) {
                lane.remove(run);
              }
              startWaiting(lane);
            });
    synchronized (this) {
      lane.add(run);
    }
    run.obeyControls();
    startWaiting(lane);
    return promise.future();
  }

  /** How many studies of decisions wait for threads. */
  public synchronized int waitingDecisions() {
    Lane lane = lanes.get(StudyPriority.DECISION);
    return lane == null ? 0 : lane.waiting();
  }

  private void startWaiting(Lane lane) {
    for (StudyRun<?> next = admit(lane); next != null; next = admit(lane)) {
      next.start();
    }
    share();
  }

  private synchronized @Nullable StudyRun<?> admit(Lane lane) {
    StudyRun<?> next = closed ? null : lane.admit();
    if (next != null) {
      share(); // it may have to begin with a pause
    }
    return next;
  }

  /** Lets the runs go on whose turn it is, and schedules the next turn if that is not all. */
  private synchronized void share() {
    boolean forAll = turns % TURNS_TO_SHARE == TURNS_TO_SHARE - 1;
    boolean changes = false;
    for (Map.Entry<StudyPriority, Lane> one : lanes.entrySet()) {
      Lane lane = one.getValue();
      boolean outranked = lane.hasTurns() && outranked(one.getKey());
      changes |= lane.share(outranked && !forAll) || outranked;
    }
    if (changes && !turning && !closed) {
      turning = true;
      clock.schedule(this::turn, TURN_NANOS);
    }
  }

  private boolean outranked(StudyPriority priority) {
    return lanes.entrySet().stream()
        .anyMatch(other -> other.getValue().hasTurns() && priority.pausesFor(other.getKey()));
  }

  private synchronized void turn() {
    turning = false;
    turns++;
    lanes.values().forEach(Lane::turn);
    share();
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
    List<StudyRun<?>> left;
    synchronized (this) {
      closed = true;
      left = lanes.values().stream().flatMap(lane -> lane.removeAll().stream()).toList();
    }
    left.forEach(StudyRun::cancel);
    lanes.values().forEach(Lane::close);
    clock.close();
  }

  static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
