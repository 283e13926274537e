package io.gnomon.controller.study;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The runs of one priority. Those that have begun take turns: the first of them that have enough
 * parts for all threads go on, the others pause. So a short study ends in its first turn, and a
 * long one keeps a share. This is round robin with a quantum (Silberschatz, "Operating System
 * Concepts", section on CPU scheduling). Only a bounded number of runs has begun, because each
 * holds as many copies of a cluster state as there are threads; the others wait in a {@link
 * FairQueue}.
 *
 * <p>Not thread-safe, apart from the executor of the runs.
 */
final class Lane implements AutoCloseable {
  private static final int IDLE_SECONDS = 30;

  private final int threads;
  private final int mostBegun;
  private final Duration limit;
  private final StudyClock clock;
  private final ExecutorService workers;
  private final FairQueue<StudyRun<?>> waiting = new FairQueue<>();
  private final Deque<StudyRun<?>> turns = new ArrayDeque<>();
  private int betweenTurns; // of those that have begun

  /**
   * A lane without runs.
   *
   * @param name of its threads
   * @param threads how many parts of one run are executed at a time; of those that go on together,
   *     fewer than twice as many
   * @param mostBegun how many runs have begun at most
   * @param limit of a run
   * @param clock counts the limit
   */
  Lane(String name, int threads, int mostBegun, Duration limit, StudyClock clock) {
    this.threads = threads;
    this.mostBegun = mostBegun;
    this.limit = limit;
    this.clock = clock;
    // bounded, because the runs that have begun are, and each uses at most all threads
    workers =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> worker(task, name),
            new ThreadPoolExecutor.DiscardPolicy()); // after the end
  }

  /** With {@code -XX:ThreadPriorityPolicy=1}, it leaves the processors to the event loop. */
  private static Thread worker(Runnable task, String name) {
    Thread thread = StudyPool.daemon(task, name);
    thread.setPriority(Thread.MIN_PRIORITY);
    return thread;
  }

  /**
   * A run for this lane.
   *
   * @param changed called when parts of it come or end
   */
  <T> StudyRun<T> run(StudyPool.Work<T> work, String cluster, Runnable changed) {
    return new StudyRun<>(work, limit, cluster, new Parts(workers, threads, changed), clock);
  }

  /** Lets a run wait. */
  void add(StudyRun<?> run) {
    waiting.add(run.cluster(), run);
  }

  /** The next run that may begin, or null if none waits or too many have begun. */
  @Nullable StudyRun<?> admit() {
    StudyRun<?> next = turns.size() >= mostBegun ? null : waiting.poll();
    if (next != null) {
      turns.add(next);
    }
    return next;
  }

  /** Removes a run that has ended or is not wanted any more. */
  void remove(StudyRun<?> run) {
    if (!turns.remove(run)) {
      waiting.remove(run.cluster(), run);
    }
  }

  /** How many runs wait for threads: to begin, or for their turn. */
  int waiting() {
    return waiting.size() + betweenTurns;
  }

  /** Whether runs have begun. */
  boolean hasTurns() {
    return !turns.isEmpty();
  }

  /**
   * Pauses the runs, or lets them go on.
   *
   * @param outranked whether all must pause for other lanes
   * @return whether a run that has begun pauses
   */
  boolean share(boolean outranked) {
    int free = threads;
    betweenTurns = 0;
    for (StudyRun<?> run : turns) {
      boolean goesOn = !outranked && free > 0;
      run.pause(!goesOn);
      betweenTurns += goesOn ? 0 : 1;
      free -= run.openParts();
    }
    return betweenTurns > 0;
  }

  /** Begins the next turn. */
  void turn() {
    if (!turns.isEmpty()) {
      turns.add(turns.remove());
    }
  }

  /** Removes and returns all runs. */
  List<StudyRun<?>> removeAll() {
    List<StudyRun<?>> all = new ArrayList<>(turns);
    turns.clear();
    for (StudyRun<?> next = waiting.poll(); next != null; next = waiting.poll()) {
      all.add(next);
    }
    return all;
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
