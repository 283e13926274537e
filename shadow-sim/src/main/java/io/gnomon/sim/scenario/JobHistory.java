package io.gnomon.sim.scenario;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Arrival;
import io.gnomon.sim.engine.Arrivals;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.machine.Shape;
import io.gnomon.sim.machine.ShapeSnapshot;
import io.gnomon.sim.machine.Shapes;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.ObservedRuntimes;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.priority.ClaimSnapshot;
import io.gnomon.sim.priority.Claims;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The recent arrivals of a cluster, with their runtimes as far as they are known.
 *
 * <p>A ring of primitive columns in arrival order. It drops jobs older than its window and, if
 * there are more than its capacity, the oldest. Recording an arrival is O(1) amortised, recording a
 * completion O(log n). Not thread-safe; {@link #recent} returns an independent copy.
 */
public final class JobHistory {
  /** A runtime that is not known yet. */
  public static final int UNKNOWN = -1;

  private static final int COLUMNS = 8;
  private static final int JOB = 0;
  private static final int SUBMIT = 1;
  private static final int WIDTH = 2;
  private static final int ESTIMATE = 3;
  private static final int RUNTIME = 4;
  private static final int USER = 5;
  private static final int SHAPE = 6;
  private static final int CLAIM = 7;
  private static final String[] NAMES = {"job", "submit", "width", "estimate", "runtime", "user"};

  private final int windowSeconds;
  private final int capacity;
  private int[] ring = new int[64 * COLUMNS];
  private int head;
  private int size;
  private @Nullable Shapes shapes;
  private @Nullable Claims claims;

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
    return size;
  }

  /** The submit time of the oldest recorded arrival; {@link ClusterState#LAST} if there is none. */
  public int oldest() {
    return size == 0 ? ClusterState.LAST : cell(0, SUBMIT);
  }

  /** Records a submitted job with its columns in {@code state}. */
  public void submitted(ClusterState state, int slot) {
    adopt(state);
    submitted(
        state.job(slot),
        state.submitTime(slot),
        state.width(slot),
        state.estimate(slot),
        state.user(slot),
        state.hasNodes() ? repeated(state, slot) : ClusterState.NONE,
        state.hasAccounting() ? state.accounting().claimId(slot) : ClusterState.NONE);
  }

  /**
   * Records a submitted job.
   *
   * @param job its number, larger than those of earlier jobs
   * @param submit second of the state
   */
  public void submitted(int job, int submit, int width, int estimate, int user) {
    submitted(job, submit, width, estimate, user, ClusterState.NONE, ClusterState.NONE);
  }

  /**
   * Takes over the shapes and claims of a state: jobs keep their requests and accounts and get the
   * numbers that those have there. O(1) unless they are others than before, then O(size).
   */
  public void adopt(ClusterState state) {
    adoptShapes(state);
    adoptClaims(state);
  }

  /** Jobs whose accounts are others than before lose their claims. */
  private void adoptClaims(ClusterState state) {
    Claims next = state.hasAccounting() ? state.accounting().claims() : null;
    if (next != claims) {
      for (int i = 0, row = index(0); i < size; i++, row = after(row)) {
        ring[row + CLAIM] = ClusterState.NONE;
      }
      claims = next;
    }
  }

  private void adoptShapes(ClusterState state) {
    Shapes next = state.hasNodes() ? state.nodes().shapes() : null;
    Shapes former = shapes;
    if (next == former) {
      return;
    }
    for (int i = 0, row = index(0); i < size; i++, row = after(row)) {
      int shape = ring[row + SHAPE];
      if (next == null || former == null || shape == ClusterState.NONE) {
        ring[row + SHAPE] = ClusterState.NONE;
      } else {
        Shape same = next.of(former.get(shape).request(), ring[row + ESTIMATE]);
        ring[row + SHAPE] = same.id();
      }
    }
    shapes = next;
  }

  private void submitted(
      int job, int submit, int width, int estimate, int user, int shape, int claim) {
    dropBefore(submit - windowSeconds);
    if (size == capacity) {
      drop();
    }
    if (size * COLUMNS == ring.length) {
      grow();
    }
    int at = index(size++);
    ring[at + JOB] = job;
    ring[at + SUBMIT] = submit;
    ring[at + WIDTH] = width;
    ring[at + ESTIMATE] = estimate;
    ring[at + RUNTIME] = UNKNOWN;
    ring[at + USER] = user;
    ring[at + SHAPE] = shape;
    ring[at + CLAIM] = claim;
  }

  /** Records the new request and estimate of a job. */
  public void modified(ClusterState state, int slot) {
    modified(state.job(slot), state.width(slot), state.estimate(slot));
    int i = find(state.job(slot));
    if (i >= 0 && state.hasNodes()) {
      ring[index(i) + SHAPE] = repeated(state, slot);
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
    int i = find(job);
    if (i >= 0) {
      ring[index(i) + WIDTH] = width;
      ring[index(i) + ESTIMATE] = estimate;
    }
  }

  /** Records that a job has completed after running {@code runtime} seconds in all. */
  public void finished(int job, int runtime) {
    int i = find(job);
    if (i >= 0) {
      ring[index(i) + RUNTIME] = Math.max(1, runtime);
    }
  }

  /** Records that a job was cancelled. If it has not completed, scenarios do not repeat it. */
  public void cancelled(int job) {
    int i = find(job);
    if (i >= 0 && cell(i, RUNTIME) == UNKNOWN) {
      ring[index(i) + WIDTH] = 0;
    }
  }

  /** Makes the jobs of some users jobs of unknown users. O(size). */
  public void forget(BitSet users) {
    for (int i = 0, row = index(0); i < size; i++, row = after(row)) {
      if (ring[row + USER] >= 0 && users.get(ring[row + USER])) {
        ring[row + USER] = ClusterState.NONE;
      }
    }
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
    while (first < size && cell(first, SUBMIT) < from) {
      first++;
    }
    int last = size;
    while (last > first && cell(last - 1, SUBMIT) >= to) {
      last--;
    }
    int count = 0;
    int[][] columns = new int[4][last - first];
    int[] users = new int[last - first];
    int[] shapes = new int[last - first];
    int[] claimed = new int[last - first];
    for (int i = first, row = index(first); i < last; i++, row = after(row)) {
      if (ring[row + WIDTH] > 0) {
        columns[0][count] = ring[row + SUBMIT];
        columns[1][count] = ring[row + WIDTH];
        columns[2][count] = ring[row + ESTIMATE];
        boolean estimated = assume && ring[row + RUNTIME] == UNKNOWN;
        columns[3][count] = ring[row + (estimated ? ESTIMATE : RUNTIME)];
        users[count] = ring[row + USER];
        shapes[count] = ring[row + SHAPE];
        claimed[count++] = ring[row + CLAIM];
      }
    }
    return new RecordedJobs(
        Arrays.copyOf(columns[0], count),
        Arrays.copyOf(columns[1], count),
        Arrays.copyOf(columns[2], count),
        Arrays.copyOf(columns[3], count),
        Arrays.copyOf(users, count),
        Arrays.copyOf(shapes, count),
        Arrays.copyOf(claimed, count));
  }

  /** A copy of the runtimes of all recorded jobs. O(jobs). */
  public Runtimes runtimes() {
    int[] jobs = new int[size];
    int[] runtimes = new int[size];
    for (int i = 0, row = index(0); i < size; i++, row = after(row)) {
      jobs[i] = ring[row + JOB];
      runtimes[i] = ring[row + WIDTH] == 0 ? 0 : ring[row + RUNTIME];
    }
    return new Runtimes(jobs, runtimes);
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
    for (int i = 0, row = index(0); i < size; i++, row = after(row)) {
      if (ring[row + WIDTH] > 0) {
        visitor.visit(
            ring[row + USER], ring[row + WIDTH], ring[row + ESTIMATE], ring[row + RUNTIME]);
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
    int[] elapsed = new int[size];
    live.forEachActive(
        slot -> {
          int seconds = SampledRuntimes.elapsed(live, slot);
          int i = seconds > 0 ? find(live.job(slot)) : UNKNOWN;
          if (i >= 0) {
            elapsed[i] = seconds;
          }
        });
    ObservedRuntimes runtimes = new ObservedRuntimes();
    for (int i = 0, row = index(0); i < size; i++, row = after(row)) {
      if (ring[row + SUBMIT] >= from && ring[row + WIDTH] > 0) {
        int user = ring[row + USER];
        int width = ring[row + WIDTH];
        int estimate = ring[row + ESTIMATE];
        if (ring[row + RUNTIME] != UNKNOWN) {
          runtimes.ended(user, width, estimate, ring[row + RUNTIME]);
        } else if (elapsed[i] > 0) {
          runtimes.runs(user, width, estimate, elapsed[i]);
        }
      }
    }
    return runtimes;
  }

  /**
   * The runtimes that a scheduler has observed in a state, for policies that use expected runtimes:
   * those of the jobs that were submitted and had completed by then, in order of submission. Unlike
   * {@link #runtimes}, it omits running jobs. O(size + active jobs).
   *
   * @param then the present state of the cluster or an earlier one, only read
   */
  public ObservedRuntimes completedIn(ClusterState then) {
    boolean[] active = new boolean[size];
    then.forEachActive(
        slot -> {
          int i = find(then.job(slot));
          if (i >= 0) {
            active[i] = true;
          }
        });
    ObservedRuntimes known = new ObservedRuntimes();
    for (int i = 0, row = index(0); i < size; i++, row = after(row)) {
      if (ring[row + SUBMIT] <= then.now()
          && ring[row + WIDTH] > 0
          && ring[row + RUNTIME] != UNKNOWN
          && !active[i]) {
        known.ended(ring[row + USER], ring[row + WIDTH], ring[row + ESTIMATE], ring[row + RUNTIME]);
      }
    }
    return known;
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
    int[][] columns = new int[COLUMNS][size];
    for (int i = 0, row = index(0); i < size; i++, row = after(row)) {
      for (int column = 0; column < COLUMNS; column++) {
        columns[column][i] = ring[row + column];
      }
    }
    Snapshot snapshot = new Snapshot();
    for (int column = 0; column < SHAPE; column++) {
      snapshot.put(NAMES[column], columns[column]);
    }
    if (shapes != null) {
      ShapeSnapshot.write(shapes, columns[SHAPE], snapshot);
    }
    if (claims != null) {
      ClaimSnapshot.write(claims, columns[CLAIM], snapshot);
    }
    return snapshot;
  }

  /**
   * Replaces all jobs by those of a {@link #snapshot()}. Of more jobs than the capacity, only the
   * latest are kept.
   *
   * @param state the restored state, whose shapes and claims its jobs get
   */
  public void restore(Snapshot snapshot, ClusterState state) {
    restore(snapshot);
    int jobs = snapshot.getInts(NAMES[JOB]).length;
    claims = state.hasAccounting() ? state.accounting().claims() : null;
    if (claims != null && ClaimSnapshot.isIn(snapshot)) {
      int[] numbers = ClaimSnapshot.read(claims, snapshot, jobs);
      for (int i = 0; i < size; i++) {
        ring[index(i) + CLAIM] = numbers[jobs - size + i];
      }
    }
    shapes = state.hasNodes() ? state.nodes().shapes() : null;
    if (shapes != null && ShapeSnapshot.isIn(snapshot)) {
      int[] numbers = ShapeSnapshot.read(shapes, snapshot, jobs);
      for (int i = 0; i < size; i++) {
        ring[index(i) + SHAPE] = numbers[jobs - size + i];
      }
    }
  }

  /** Replaces all jobs by those of a snapshot of a pool of processors. */
  public void restore(Snapshot snapshot) {
    shapes = null;
    claims = null;
    int jobs = snapshot.getInts(NAMES[JOB]).length;
    ring = new int[Math.max(64, jobs) * COLUMNS];
    for (int column = 0; column < SHAPE; column++) {
      int[] values = snapshot.getInts(NAMES[column], jobs);
      for (int i = 0; i < jobs; i++) {
        ring[i * COLUMNS + column] = values[i];
      }
    }
    for (int i = 0; i < jobs; i++) {
      ring[i * COLUMNS + SHAPE] = ClusterState.NONE;
      ring[i * COLUMNS + CLAIM] = ClusterState.NONE;
    }
    head = 0;
    size = jobs;
    while (size > capacity) {
      drop();
    }
  }

  /** A guess of the runtime of a job that has not completed. */
  @FunctionalInterface
  public interface Guess {
    /** A runtime in seconds, at least 1. */
    int runtime(int job, int user, int width, int estimate);
  }

  /**
   * The jobs submitted from {@code from} (inclusive) to {@code to} (exclusive), with their own
   * numbers.
   *
   * @param firstJob jobs with smaller numbers are left out
   */
  public Arrivals arrivals(int from, int to, int firstJob, int processors, Guess guess) {
    int[] kept = new int[size];
    int count = 0;
    for (int i = 0, row = index(0); i < size; i++, row = after(row)) {
      if (ring[row + SUBMIT] >= from
          && ring[row + SUBMIT] < to
          && ring[row + JOB] >= firstJob
          && ring[row + WIDTH] > 0) {
        kept[count++] = row;
      }
    }
    int[] rows = new int[count * COLUMNS];
    for (int i = 0; i < count; i++) {
      int row = i * COLUMNS;
      System.arraycopy(ring, kept[i], rows, row, COLUMNS);
      if (rows[row + RUNTIME] == UNKNOWN) {
        rows[row + RUNTIME] =
            guess.runtime(
                rows[row + JOB], rows[row + USER], rows[row + WIDTH], rows[row + ESTIMATE]);
      }
    }
    return new Numbered(rows, processors, 0);
  }

  private static final class Numbered implements Arrivals {
    private final int[] rows;
    private final int processors;
    private int next;

    Numbered(int[] rows, int processors, int next) {
      this.rows = rows;
      this.processors = processors;
      this.next = next;
    }

    @Override
    public int nextTime() {
      return next < rows.length ? rows[next + SUBMIT] : Simulation.NEVER;
    }

    @Override
    public void take(Arrival into) {
      into.job = rows[next + JOB];
      into.width = Math.max(1, Math.min(processors, rows[next + WIDTH]));
      into.estimate = rows[next + ESTIMATE];
      into.runtime = rows[next + RUNTIME];
      into.user = rows[next + USER];
      into.shape = rows[next + SHAPE];
      into.claim = rows[next + CLAIM];
      next += COLUMNS;
    }

    @Override
    public Arrivals fork() {
      return new Numbered(rows, processors, next);
    }
  }

  private void dropBefore(int before) {
    while (size > 0 && cell(0, SUBMIT) < before) {
      drop();
    }
  }

  private void drop() {
    head = (head + 1) % (ring.length / COLUMNS);
    size--;
  }

  private void grow() {
    int[] larger = new int[2 * ring.length];
    for (int i = 0; i < size; i++) {
      System.arraycopy(ring, index(i), larger, i * COLUMNS, COLUMNS);
    }
    ring = larger;
    head = 0;
  }

  private int find(int job) {
    int low = 0;
    int high = size - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int here = cell(middle, JOB);
      if (here == job) {
        return middle;
      }
      if (here < job) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return UNKNOWN;
  }

  private int cell(int i, int column) {
    return ring[index(i) + column];
  }

  private int index(int i) {
    return (head + i) % (ring.length / COLUMNS) * COLUMNS;
  }

  /** The row of the job that arrived next. */
  private int after(int row) {
    int next = row + COLUMNS;
    return next == ring.length ? 0 : next;
  }
}
