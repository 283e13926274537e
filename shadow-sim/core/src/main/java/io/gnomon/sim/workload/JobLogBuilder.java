package io.gnomon.sim.workload;

import io.gnomon.sim.machine.Request;
import io.gnomon.sim.priority.JobAccount;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A builder of a {@link JobLog} from rows in any order.
 *
 * <p>{@link #job} adds a row; the other methods set attributes of the row added last. {@link
 * #build} sorts by submission time, stably, if the rows are not in order. Not thread-safe; a row
 * costs amortised O(1).
 */
public final class JobLogBuilder {
  private static final int FIRST_CAPACITY = 1024;

  private final long originEpochSecond;
  private long[] jobId = new long[FIRST_CAPACITY];
  private int[][] columns = new int[JobColumn.COUNT][FIRST_CAPACITY];
  private int size;
  private boolean sorted = true;
  private final List<Request> requests = new ArrayList<>();
  private final Map<Request, Integer> numbers = new HashMap<>();
  private final List<StartConditions> conditions = new ArrayList<>();
  private final Map<StartConditions, Integer> conditionNumbers = new HashMap<>();
  private final List<JobAccount> jobAccounts = new ArrayList<>();
  private final Map<JobAccount, Integer> accountNumbers = new HashMap<>();

  JobLogBuilder(long originEpochSecond) {
    this.originEpochSecond = originEpochSecond;
  }

  /** Number of rows added. */
  public int size() {
    return size;
  }

  /**
   * Adds a job.
   *
   * @param submit seconds since the log's origin, {@code 0..JobLog.MAX_SECONDS}
   * @param runtime seconds, or {@link JobLog#UNKNOWN}
   * @param estimate seconds, or {@link JobLog#UNKNOWN}
   * @param width processors, or {@link JobLog#UNKNOWN}
   * @throws IllegalArgumentException if a time is out of range
   */
  public JobLogBuilder job(long jobId, int submit, int runtime, int estimate, int width) {
    requireTime("submit", jobId, submit, 0);
    requireTime("runtime", jobId, runtime, JobLog.UNKNOWN);
    requireTime("estimate", jobId, estimate, JobLog.UNKNOWN);
    ensureCapacity();
    sorted &= size == 0 || column(JobColumn.SUBMIT)[size - 1] <= submit;
    this.jobId[size] = jobId;
    size++;
    set(JobColumn.SUBMIT, submit);
    set(JobColumn.RUNTIME, runtime);
    set(JobColumn.ESTIMATE, estimate);
    set(JobColumn.WIDTH, width);
    for (int c = JobColumn.USER.index(); c < JobColumn.COUNT; c++) {
      columns[c][size - 1] = JobLog.UNKNOWN;
    }
    return this;
  }

  /** Sets the user, group and application of the last job. */
  public JobLogBuilder by(int user, int group, int application) {
    return set(JobColumn.USER, user)
        .set(JobColumn.GROUP, group)
        .set(JobColumn.APPLICATION, application);
  }

  /** Sets the queue and partition of the last job. */
  public JobLogBuilder to(int queue, int partition) {
    return set(JobColumn.QUEUE, queue).set(JobColumn.PARTITION, partition);
  }

  /** Sets the requested memory per processor of the last job, in KB. */
  public JobLogBuilder memoryKb(int memoryKb) {
    return set(JobColumn.MEMORY_KB, memoryKb);
  }

  /**
   * Sets for how long the last job waited in the recorded past.
   *
   * @param seconds from submission to start, or {@link JobLog#UNKNOWN}
   * @throws IllegalArgumentException if it is out of range
   */
  public JobLogBuilder waited(int seconds) {
    requireTime("recorded wait", size == 0 ? 0 : jobId[size - 1], seconds, JobLog.UNKNOWN);
    return set(JobColumn.RECORDED_WAIT, seconds);
  }

  /** Sets what the last job requests from a machine of nodes. */
  public JobLogBuilder request(Request request) {
    Integer number = numbers.putIfAbsent(request, requests.size());
    if (number == null) {
      requests.add(request);
    }
    return set(JobColumn.REQUEST, number == null ? requests.size() - 1 : number);
  }

  /** Sets what the last job must wait for before it is eligible; null for nothing. */
  public JobLogBuilder conditions(@Nullable StartConditions on) {
    return on == null ? this : conditions(size - 1, on);
  }

  /**
   * Sets what a job must wait for before it is eligible.
   *
   * @param row its row, from 0 in the order of addition
   */
  public JobLogBuilder conditions(int row, StartConditions on) {
    Integer number = conditionNumbers.putIfAbsent(on, conditions.size());
    if (number == null) {
      conditions.add(on);
    }
    column(JobColumn.CONDITIONS)[Objects.checkIndex(row, size)] =
        number == null ? conditions.size() - 1 : number;
    return this;
  }

  /** Sets on whose behalf the last job was submitted. */
  public JobLogBuilder jobAccount(JobAccount jobAccount) {
    Integer number = accountNumbers.putIfAbsent(jobAccount, jobAccounts.size());
    if (number == null) {
      jobAccounts.add(jobAccount);
    }
    return set(JobColumn.ACCOUNT, number == null ? jobAccounts.size() - 1 : number);
  }

  /**
   * Builds the log of all rows added so far; more rows can be added afterwards. O(n), or O(n log n)
   * if unsorted.
   */
  public JobLog build() {
    long[] ids = Arrays.copyOf(jobId, size);
    int[][] trimmed = new int[JobColumn.COUNT][];
    Arrays.setAll(trimmed, c -> Arrays.copyOf(columns[c], size));
    JobLog.Values values =
        new JobLog.Values(List.copyOf(requests), List.copyOf(conditions), List.copyOf(jobAccounts));
    JobLog log = new JobLog(originEpochSecond, ids, trimmed, values);
    return sorted ? log : log.select(submitOrder());
  }

  private int[] submitOrder() {
    long[] keys = new long[size];
    Arrays.setAll(keys, row -> (long) column(JobColumn.SUBMIT)[row] << 32 | row);
    Arrays.sort(keys);
    return Arrays.stream(keys).mapToInt(key -> (int) key).toArray();
  }

  private JobLogBuilder set(JobColumn column, int value) {
    if (size == 0) {
      throw new IllegalStateException("there is no job to describe yet: call job(...) first");
    }
    column(column)[size - 1] = value;
    return this;
  }

  private int[] column(JobColumn column) {
    return columns[column.index()];
  }

  private void ensureCapacity() {
    if (size == jobId.length) {
      int capacity = 2 * size;
      jobId = Arrays.copyOf(jobId, capacity);
      Arrays.setAll(columns, c -> Arrays.copyOf(columns[c], capacity));
    }
  }

  private static void requireTime(String name, long jobId, int value, int least) {
    if (value < least || value > JobLog.MAX_SECONDS) {
      throw new IllegalArgumentException(
          "job %d has %s %d: allowed are %d..%d seconds"
              .formatted(jobId, name, value, least, JobLog.MAX_SECONDS));
    }
  }
}
