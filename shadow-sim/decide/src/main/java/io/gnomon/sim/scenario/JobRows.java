package io.gnomon.sim.scenario;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Arrival;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.Arrays;

/**
 * Jobs in the order of their submission, as rows of ints in one array, which is a ring: jobs are
 * added at the end and dropped from the front, both in O(1) amortised. Not thread-safe.
 */
final class JobRows {
  /** A runtime that is not known yet. */
  static final int UNKNOWN = -1;

  private static final int JOB = 0;
  private static final int SUBMIT = 1;
  private static final int WIDTH = 2;
  private static final int ESTIMATE = 3;
  private static final int RUNTIME = 4;
  private static final int USER = 5;
  private static final int SHAPE = 6;
  private static final int ACCOUNT = 7;
  private static final int COLUMNS = 8;
  private static final String[] SAVED = {"job", "submit", "width", "estimate", "runtime", "user"};

  private int[] cells;
  private int capacity;
  private int head;
  private int size;

  JobRows() {
    this(0);
  }

  private JobRows(int expected) {
    capacity = Math.max(64, expected);
    cells = new int[capacity * COLUMNS];
  }

  int size() {
    return size;
  }

  int job(int i) {
    return cells[at(i) + JOB];
  }

  int submit(int i) {
    return cells[at(i) + SUBMIT];
  }

  /** The requested processors; 0 for a job that was cancelled before it ran. */
  int width(int i) {
    return cells[at(i) + WIDTH];
  }

  int estimate(int i) {
    return cells[at(i) + ESTIMATE];
  }

  /** The runtime in seconds, or {@link #UNKNOWN}. */
  int runtime(int i) {
    return cells[at(i) + RUNTIME];
  }

  /** The number of the user; -1 if unknown. */
  int user(int i) {
    return cells[at(i) + USER];
  }

  /** The number of the shape; {@link ClusterState#NONE} if unknown. */
  int shape(int i) {
    return cells[at(i) + SHAPE];
  }

  /** The number of the account; {@link ClusterState#NONE} if unknown. */
  int account(int i) {
    return cells[at(i) + ACCOUNT];
  }

  void setRequest(int i, int width, int estimate) {
    cells[at(i) + WIDTH] = width;
    cells[at(i) + ESTIMATE] = estimate;
  }

  void setRuntime(int i, int runtime) {
    cells[at(i) + RUNTIME] = runtime;
  }

  void setUser(int i, int user) {
    cells[at(i) + USER] = user;
  }

  void setShape(int i, int shape) {
    cells[at(i) + SHAPE] = shape;
  }

  void setAccount(int i, int account) {
    cells[at(i) + ACCOUNT] = account;
  }

  private int at(int i) {
    int row = head + i;
    return (row < capacity ? row : row - capacity) * COLUMNS;
  }

  /** Adds a job that has not completed and has neither a shape nor an account. */
  void add(int job, int submit, int width, int estimate, int user) {
    int at = addRow();
    cells[at + JOB] = job;
    cells[at + SUBMIT] = submit;
    cells[at + WIDTH] = width;
    cells[at + ESTIMATE] = estimate;
    cells[at + RUNTIME] = UNKNOWN;
    cells[at + USER] = user;
    cells[at + SHAPE] = ClusterState.NONE;
    cells[at + ACCOUNT] = ClusterState.NONE;
  }

  /** Adds a copy of another job with its own submit time and runtime. */
  void add(JobRows other, int i, int submit, int runtime) {
    int at = addRow();
    System.arraycopy(other.cells, other.at(i), cells, at, COLUMNS);
    cells[at + SUBMIT] = submit;
    cells[at + RUNTIME] = runtime;
  }

  private int addRow() {
    if (size == capacity) {
      int[] larger = new int[2 * cells.length];
      for (int i = 0; i < size; i++) {
        System.arraycopy(cells, at(i), larger, i * COLUMNS, COLUMNS);
      }
      cells = larger;
      capacity *= 2;
      head = 0;
    }
    return at(size++);
  }

  void dropFirst() {
    head = (head + 1) % capacity;
    size--;
  }

  /** The row of a job, whose numbers must ascend; {@link #UNKNOWN} if it is not here. */
  int find(int job) {
    int found = firstAtOrAfter(JOB, job);
    return found < size && job(found) == job ? found : UNKNOWN;
  }

  /** The first job submitted at or after {@code second}. */
  int firstAtOrAfter(int second) {
    return firstAtOrAfter(SUBMIT, second);
  }

  private int firstAtOrAfter(int column, int value) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (cells[at(middle) + column] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Copies a job into an arrival, clipped to the processors of a cluster. */
  void copy(int i, int processors, Arrival into) {
    int at = at(i);
    into.job = cells[at + JOB];
    into.width = Math.max(1, Math.min(processors, cells[at + WIDTH]));
    into.estimate = cells[at + ESTIMATE];
    into.runtime = cells[at + RUNTIME];
    into.user = cells[at + USER];
    into.shape = cells[at + SHAPE];
    into.account = cells[at + ACCOUNT];
  }

  int[] jobs() {
    return column(JOB);
  }

  int[] estimates() {
    return column(ESTIMATE);
  }

  int[] shapes() {
    return column(SHAPE);
  }

  int[] accounts() {
    return column(ACCOUNT);
  }

  private int[] column(int column) {
    int[] values = new int[size];
    Arrays.setAll(values, i -> cells[at(i) + column]);
    return values;
  }

  /** Returns all columns but shapes and accounts. */
  Snapshot snapshot() {
    Snapshot snapshot = new Snapshot();
    for (int column = 0; column < SAVED.length; column++) {
      snapshot.put(SAVED[column], column(column));
    }
    return snapshot;
  }

  /** Returns the jobs of a {@link #snapshot()}. */
  static JobRows restored(Snapshot snapshot) {
    int jobs = snapshot.getInts(SAVED[JOB]).length;
    JobRows rows = new JobRows(jobs);
    rows.size = jobs;
    Arrays.fill(rows.cells, ClusterState.NONE);
    for (int column = 0; column < SAVED.length; column++) {
      int[] values = snapshot.getInts(SAVED[column], jobs);
      for (int i = 0; i < jobs; i++) {
        rows.cells[i * COLUMNS + column] = values[i];
      }
    }
    return rows;
  }
}
