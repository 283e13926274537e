package io.gnomon.controller.study;

import io.gnomon.controller.fault.Faults;
import io.gnomon.sim.engine.RunControl;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Work that waits or runs. Its time limit counts from its start and without pauses. Thread-safe.
 *
 * @param <T> the result
 */
final class StudyRun<T> {
  private static final long LEAST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final StudyPool.Work<T> work;
  private final Duration limit;
  private final String cluster;
  private final Parts parts;
  private final StudyClock clock;
  private final CompletableFuture<T> result = new CompletableFuture<>();
  private long countedFrom;
  private long countedNanos;
  private boolean paused;
  private boolean ended;
  private @Nullable Future<?> timer;

  StudyRun(StudyPool.Work<T> work, Duration limit, String cluster, Parts parts, StudyClock clock) {
    this.work = work;
    this.limit = limit;
    this.cluster = cluster;
    this.parts = parts;
    this.clock = clock;
  }

  /** How many of its parts are executed or wait. */
  int openParts() {
    return parts.open();
  }

  /** The cluster that it is for. */
  String cluster() {
    return cluster;
  }

  /**
   * Completes with the result, what a simulation threw, a {@link TimeoutException} or, as soon as a
   * control is cancelled, a {@link CancellationException}.
   */
  CompletableFuture<T> result() {
    return result;
  }

  /** Lets the controls end it at once. */
  void obeyControls() {
    work.controls().forEach(control -> control.onCancel(this::cancel));
  }

  /** Ends it at once. */
  void cancel() {
    end(null, new CancellationException("the simulation was cancelled"));
  }

  /** Starts the simulations, unless it has been cancelled; call it once. */
  void start() {
    CompletionStage<T> stage;
    try {
      if (!begin()) {
        return;
      }
      stage = work.start().apply(parts);
    } catch (RuntimeException | Error fault) {
      Faults.contain(fault);
      stage = CompletableFuture.failedStage(fault);
    }
    stage.whenComplete(this::end);
  }

  private synchronized boolean begin() {
    countedNanos = 0;
    countedFrom = clock.nanos();
    if (!ended) {
      expireLater(limit.toNanos());
    }
    return !ended;
  }

  private void expireLater(long nanos) {
    timer = clock.schedule(this::expire, nanos);
  }

  private void expire() {
    synchronized (this) {
      long left = limit.toNanos() - counted();
      if (left > 0) {
        // while it is paused, nothing is counted and what is left may be tiny
        expireLater(Math.max(left, LEAST_WAIT_NANOS));
        return;
      }
    }
    end(null, new TimeoutException("the simulations did not end within " + limit));
  }

  private long counted() {
    return countedNanos + (paused ? 0 : clock.nanos() - countedFrom);
  }

  /** Pauses the simulations and the time limit, or lets them go on. */
  synchronized void pause(boolean whether) {
    if (whether != paused && !ended) {
      countedNanos = counted();
      countedFrom = clock.nanos();
      paused = whether;
      work.controls().forEach(control -> control.pause(whether));
      parts.pause(whether);
    }
  }

  private void end(@Nullable T value, @Nullable Throwable failure) {
    synchronized (this) {
      if (ended) {
        return;
      }
      pause(false);
      ended = true;
      if (timer != null) {
        timer.cancel(false);
      }
    }
    if (failure == null) {
      result.complete(value);
    } else {
      work.controls().forEach(RunControl::cancel);
      result.completeExceptionally(failure);
    }
  }
}
