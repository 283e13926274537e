package io.gnomon.sim.scenario;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Arrivals;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.machine.placement.ShapeSnapshot;
import io.gnomon.sim.machine.placement.Shapes;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.ObservedRuntimes;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.priority.JobAccountSnapshot;
import io.gnomon.sim.priority.JobAccounts;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The recent arrivals of a cluster, with their runtimes as far as they are known.
 *
 * <p>It drops jobs older than its window and, if there are more than its capacity, the oldest.
 * Recording an arrival is O(1) amortised, recording a completion O(log n). Not thread-safe; {@link
 * #recent} returns an independent copy.
 */
public final class JobHistory {
  /** A runtime that is not known yet. */
  public static final int UNKNOWN = JobRows.UNKNOWN;

  private final int windowSeconds;
  private final int capacity;
  private JobRows rows = new JobRows();
  private @Nullable Shapes shapes;
  private @Nullable JobAccounts jobAccounts;

  /**
   * An empty history.
   *
   * @param windowSeconds length of its window, at least 1
   * @param capacity maximum number of jobs, at least 1
   */
  public JobHistory(int windowSeconds, int capacity) {
    if (windowSeconds < 1 || capacity < 1) {
      throw new IllegalArgumentException(
          "a history of "
              + windowSeconds
              + " s and "
              + capacity
              + " jobs is not allowed: both must be at least 1");
    }
    this.windowSeconds = windowSeconds;
    this.capacity = capacity;
  }

  /** The number of recorded arrivals. */
  public int size() {
    return rows.size();
  }

  /** The submit time of the oldest recorded arrival; {@link ClusterState#LAST} if there is none. */
  public int oldest() {
    return size() == 0 ? ClusterState.LAST : rows.submit(0);
  }

  /** Records a submitted job with its columns in {@code state}. */
  public void submitted(ClusterState state, int slot) {
    adopt(state);
    submitted(
        state.job(slot),
        state.submitTime(slot),
        state.width(slot),
        state.estimate(slot),
        state.user(slot));
    int last = size() - 1;
    if (state.hasNodes()) {
      rows.setShape(last, repeated(state, slot));
    }
    if (state.hasAccounting()) {
      rows.setAccount(last, state.accounting().accountId(slot));
    }
  }

  /**
   * Records a submitted job.
   *
   * @param job its number, larger than those of earlier jobs
   * @param submit second of the state
   */
  public void submitted(int job, int submit, int width, int estimate, int user) {
    while (size() > 0 && (rows.submit(0) < submit - windowSeconds || size() == capacity)) {
      rows.dropFirst();
    }
    rows.add(job, submit, width, estimate, user);
  }

  /**
   * Takes over the shapes and accounts of a state: jobs keep their requests and the names of their
   * accounts, and get the numbers that those have there. O(1) unless they are others than before,
   * then O(size).
   */
  public void adopt(ClusterState state) {
    if (shapes(state) != shapes || jobAccounts(state) != jobAccounts) {
      adopting(state).run();
    }
  }

  /**
   * Finds the numbers that {@link #adopt} gives to jobs. O(size), on any thread while this history
   * is only read.
   *
   * @return what sets them, as long as the history has not changed
   */
  public Runnable adopting(ClusterState state) {
    Shapes nextShapes = shapes(state);
    JobAccounts nextAccounts = jobAccounts(state);
    int[] shapeNumbers = new int[size()];
    int[] accountNumbers = new int[size()];
    Arrays.setAll(shapeNumbers, i -> shapeIn(nextShapes, i));
    Arrays.setAll(accountNumbers, i -> accountIn(nextAccounts, i));
    return () -> {
      shapes = nextShapes;
      jobAccounts = nextAccounts;
      set(shapeNumbers, accountNumbers);
    };
  }

  private static @Nullable Shapes shapes(ClusterState state) {
    return state.hasNodes() ? state.nodes().shapes() : null;
  }

  private static @Nullable JobAccounts jobAccounts(ClusterState state) {
    return state.hasAccounting() ? state.accounting().jobAccounts() : null;
  }

  private void set(int[] shapeNumbers, int[] accountNumbers) {
    for (int i = 0; i < size(); i++) {
      rows.setShape(i, shapeNumbers[i]);
      rows.setAccount(i, accountNumbers[i]);
    }
  }

  private int accountIn(@Nullable JobAccounts next, int i) {
    JobAccounts former = jobAccounts;
    int account = rows.account(i);
    return next == null || former == null || account == ClusterState.NONE
        ? ClusterState.NONE
        : next.of(former.jobAccount(account));
  }

  private int shapeIn(@Nullable Shapes next, int i) {
    Shapes former = shapes;
    int shape = rows.shape(i);
    return next == null || former == null || shape == ClusterState.NONE
        ? ClusterState.NONE
        : next.of(former.get(shape).request(), rows.estimate(i)).id();
  }

  /** Records the new request and estimate of a job. */
  public void modified(ClusterState state, int slot) {
    modified(state.job(slot), state.width(slot), state.estimate(slot));
    int i = rows.find(state.job(slot));
    if (i >= 0 && state.hasNodes()) {
      rows.setShape(i, repeated(state, slot));
    }
  }

  /** The shape of a later job like it: one that is in no reservation. */
  private static int repeated(ClusterState state, int slot) {
    Shape shape = state.nodes().shape(slot);
    return shape.request().reservation().isEmpty()
        ? shape.id()
        : state
            .nodes()
            .shapes()
            .of(shape.request().toBuilder().reservation("").build(), state.estimate(slot))
            .id();
  }

  /** Records the new width and estimate of a waiting job. */
  public void modified(int job, int width, int estimate) {
    int i = rows.find(job);
    if (i >= 0) {
      rows.setRequest(i, width, estimate);
    }
  }

  /** Records that a job has completed after running {@code runtime} seconds in all. */
  public void finished(int job, int runtime) {
    int i = rows.find(job);
    if (i >= 0) {
      rows.setRuntime(i, Math.max(1, runtime));
    }
  }

  /** Records that a job was cancelled. If it has not completed, scenarios do not repeat it. */
  public void cancelled(int job) {
    int i = rows.find(job);
    if (i >= 0 && rows.runtime(i) == UNKNOWN) {
      rows.setRequest(i, 0, rows.estimate(i));
    }
  }

  /** Makes the jobs of some users jobs of unknown users. O(size). */
  public void forget(BitSet users) {
    for (int i = 0; i < size(); i++) {
      if (rows.user(i) >= 0 && users.get(rows.user(i))) {
        rows.setUser(i, ClusterState.NONE);
      }
    }
  }

  /** A guess of the runtime of a job that has not completed. */
  @FunctionalInterface
  public interface Guess {
    /** A runtime in seconds, at least 1. */
    int runtime(int job, int user, int width, int estimate);
  }

  /**
   * The jobs submitted from {@code from} (inclusive) to {@code to} (exclusive). Jobs that have not
   * completed have their estimates as runtimes.
   */
  public RecordedJobs recent(int from, int to) {
    return recent(from, to, true);
  }

  /**
   * The jobs submitted from {@code from} (inclusive) to {@code to} (exclusive).
   *
   * @param assume whether jobs that have not completed have their estimates as runtimes; otherwise
   *     their runtime is {@link #UNKNOWN}
   */
  public RecordedJobs recent(int from, int to, boolean assume) {
    int first = 0;
    while (first < size() && rows.submit(first) < from) {
      first++;
    }
    int last = size();
    while (last > first && rows.submit(last - 1) >= to) {
      last--;
    }
    return copy(
        first, last, i -> true, (job, user, width, estimate) -> assume ? estimate : UNKNOWN);
  }

  /** A copy of those jobs of a range that were not cancelled. */
  private RecordedJobs copy(int first, int last, IntPredicate included, Guess guess) {
    JobRows copy = new JobRows();
    for (int i = first; i < last; i++) {
      if (rows.width(i) > 0 && included.test(i)) {
        int runtime = rows.runtime(i);
        if (runtime == UNKNOWN) {
          runtime = guess.runtime(rows.job(i), rows.user(i), rows.width(i), rows.estimate(i));
        }
        copy.add(rows, i, rows.submit(i), runtime);
      }
    }
    return new RecordedJobs(copy);
  }

  /**
   * The jobs submitted from {@code from} (inclusive) to {@code to} (exclusive), with their own
   * numbers.
   *
   * @param firstJob jobs with smaller numbers are left out
   */
  public Arrivals arrivals(int from, int to, int firstJob, int processors, Guess guess) {
    return copy(
            0,
            size(),
            i -> rows.submit(i) >= from && rows.submit(i) < to && rows.job(i) >= firstJob,
            guess)
        .again(processors);
  }

  /** A copy of the runtimes of all recorded jobs. O(jobs). */
  public Runtimes runtimes() {
    int[] seconds = new int[size()];
    Arrays.setAll(seconds, i -> rows.width(i) == 0 ? 0 : rows.runtime(i));
    return new Runtimes(rows.jobs(), seconds);
  }

  /**
   * Runtimes by job, immutable.
   *
   * @param jobs their numbers, ascending
   * @param seconds 0 for a job that was cancelled before it ran, {@link #UNKNOWN} for one that has
   *     not completed
   */
  @SuppressWarnings("ArrayRecordComponent") // columns; never compared
  public record Runtimes(int[] jobs, int[] seconds) {
    /** The runtime of a job; {@link #UNKNOWN} for a job that is not recorded. */
    public int of(int job) {
      int found = Arrays.binarySearch(jobs, job);
      return found < 0 ? UNKNOWN : seconds[found];
    }
  }

  /** Receives jobs one at a time. */
  @FunctionalInterface
  interface JobVisitor {
    /** A job of {@code user}; its runtime is {@link #UNKNOWN} until it has completed. */
    void visit(int user, int width, int estimate, int runtime);
  }

  /** Visits the jobs that were not cancelled, in arrival order. O(size). */
  void forEach(JobVisitor visitor) {
    for (int i = 0; i < size(); i++) {
      if (rows.width(i) > 0) {
        visitor.visit(rows.user(i), rows.width(i), rows.estimate(i), rows.runtime(i));
      }
    }
  }

  /**
   * The observed runtimes of the jobs submitted at or after {@code from}, in arrival order, with
   * the elapsed runtimes of running jobs. O(size + active jobs + log(size) per running job).
   *
   * @param live the present state, which has the elapsed runtimes; only read
   */
  public ObservedRuntimes runtimes(int from, ClusterState live) {
    int[] elapsed = new int[size()];
    live.forEachActive(
        slot -> {
          int seconds = SampledRuntimes.elapsed(live, slot);
          int i = seconds > 0 ? rows.find(live.job(slot)) : UNKNOWN;
          if (i >= 0) {
            elapsed[i] = seconds;
          }
        });
    return observed(i -> rows.submit(i) >= from, i -> elapsed[i]);
  }

  /**
   * The runtimes that a scheduler has observed in a state, for policies that use expected runtimes:
   * those of the jobs that were submitted and had completed by then, in order of submission. Unlike
   * {@link #runtimes}, it omits running jobs. O(size + active jobs).
   *
   * @param then the present state of the cluster or an earlier one, only read
   */
  public ObservedRuntimes completedIn(ClusterState then) {
    boolean[] active = new boolean[size()];
    then.forEachActive(
        slot -> {
          int i = rows.find(then.job(slot));
          if (i >= 0) {
            active[i] = true;
          }
        });
    return observed(i -> rows.submit(i) <= then.now() && !active[i], i -> 0);
  }

  /**
   * The runtimes of jobs that were not cancelled.
   *
   * @param included whether a job is included
   * @param elapsed runtimes so far of jobs that have not completed; those with 0 are left out
   */
  private ObservedRuntimes observed(IntPredicate included, IntUnaryOperator elapsed) {
    ObservedRuntimes observed = new ObservedRuntimes();
    for (int i = 0; i < size(); i++) {
      if (rows.width(i) > 0 && included.test(i)) {
        if (rows.runtime(i) != UNKNOWN) {
          observed.ended(rows.user(i), rows.width(i), rows.estimate(i), rows.runtime(i));
        } else if (elapsed.applyAsInt(i) > 0) {
          observed.runs(rows.user(i), rows.width(i), rows.estimate(i), elapsed.applyAsInt(i));
        }
      }
    }
    return observed;
  }

  /**
   * {@link #completedIn} for a policy that uses expected runtimes, otherwise the estimates, without
   * any cost.
   */
  public RuntimeModel expectedRuntimes(SchedulingPolicy policy, ClusterState then) {
    return policy.usesExpectedRuntimes() ? completedIn(then) : RuntimeModel.ESTIMATES;
  }

  /** Returns all jobs, oldest first, with one column per attribute. */
  public Snapshot snapshot() {
    Snapshot snapshot = rows.snapshot();
    if (shapes != null) {
      ShapeSnapshot.write(shapes, rows.shapes(), snapshot);
    }
    if (jobAccounts != null) {
      JobAccountSnapshot.write(jobAccounts, rows.accounts(), snapshot);
    }
    return snapshot;
  }

  /**
   * Replaces all jobs by those of a {@link #snapshot()}. Of more jobs than the capacity, only the
   * latest are kept.
   *
   * @param state the restored state, whose shapes and accounts its jobs get
   */
  public void restore(Snapshot snapshot, ClusterState state) {
    rows = JobRows.restored(snapshot);
    shapes = shapes(state);
    jobAccounts = jobAccounts(state);
    set(
        shapes != null && ShapeSnapshot.isIn(snapshot)
            ? ShapeSnapshot.read(shapes, snapshot, size())
            : rows.shapes(),
        jobAccounts != null && JobAccountSnapshot.isIn(snapshot)
            ? JobAccountSnapshot.read(jobAccounts, snapshot, size())
            : rows.accounts());
    while (size() > capacity) {
      rows.dropFirst();
    }
  }

  /** Replaces all jobs by those of a snapshot of a pool of processors. */
  public void restore(Snapshot snapshot) {
    restore(snapshot, new ClusterState(1));
  }
}
