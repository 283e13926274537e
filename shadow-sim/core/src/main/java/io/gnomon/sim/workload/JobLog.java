package io.gnomon.sim.workload;

import io.gnomon.sim.machine.Request;
import io.gnomon.sim.priority.JobAccount;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of a workload as immutable columns, in order of submission (ties keep their input
 * order).
 *
 * <p>A job is identified by its index, {@code 0..size()-1}. Times are in seconds; submission times
 * count from the log's origin and are within {@code 0..MAX_SECONDS}. A log read from an archive may
 * contain {@link #UNKNOWN} runtimes, estimates and widths; {@link Preparation} adapts it to a
 * machine, after which every runtime, estimate and width is at least 1. Attributes that were not
 * recorded are {@link #UNKNOWN}.
 *
 * <p>Safe to share between threads. Accessors cost O(1); derived logs share unchanged columns.
 */
public final class JobLog {
  /** The maximum of a time, so that the sum of two times fits an {@code int}. */
  public static final int MAX_SECONDS = (1 << 30) - 1;

  /** Value of an attribute that is not recorded. */
  public static final int UNKNOWN = -1;

  private final long originEpochSecond;
  private final long[] jobId;
  private final int[][] columns;
  private final int[] submit;
  private final int[] runtime;
  private final int[] estimate;
  private final int[] width;
  private final Values values;

  /** The values to which columns of numbers refer. */
  record Values(
      List<Request> requests, List<StartConditions> conditions, List<JobAccount> jobAccounts) {}

  JobLog(long originEpochSecond, long[] jobId, int[][] columns, Values values) {
    this.originEpochSecond = originEpochSecond;
    this.values = values;
    this.jobId = jobId;
    this.columns = columns;
    this.submit = column(JobColumn.SUBMIT);
    this.runtime = column(JobColumn.RUNTIME);
    this.estimate = column(JobColumn.ESTIMATE);
    this.width = column(JobColumn.WIDTH);
  }

  /** An empty builder whose times count from {@code originEpochSecond}. */
  public static JobLogBuilder builder(long originEpochSecond) {
    return new JobLogBuilder(originEpochSecond);
  }

  /** An empty builder whose times count from 1970-01-01T00:00:00Z. */
  public static JobLogBuilder builder() {
    return builder(0);
  }

  /** Number of jobs. */
  public int size() {
    return jobId.length;
  }

  /** The instant from which submission times count, in seconds since 1970-01-01T00:00:00Z. */
  public long originEpochSecond() {
    return originEpochSecond;
  }

  /** The job's number in the archive; the tasks of an array share that of the array. */
  public long jobId(int job) {
    return jobId[job];
  }

  /** The submission time, in seconds since the log's origin. */
  public int submit(int job) {
    return submit[job];
  }

  /** The runtime on the job's processors, in seconds. */
  public int runtime(int job) {
    return runtime[job];
  }

  /** The requested time, in seconds. */
  public int estimate(int job) {
    return estimate[job];
  }

  /** Number of processors of the job. */
  public int width(int job) {
    return width[job];
  }

  /** The user's number. */
  public int user(int job) {
    return column(JobColumn.USER)[job];
  }

  /** The group's number. */
  public int group(int job) {
    return column(JobColumn.GROUP)[job];
  }

  /** The executable's number. */
  public int application(int job) {
    return column(JobColumn.APPLICATION)[job];
  }

  /** The number of the queue to which the job was submitted. */
  public int queue(int job) {
    return column(JobColumn.QUEUE)[job];
  }

  /** The number of the machine partition to which the job was submitted. */
  public int partition(int job) {
    return column(JobColumn.PARTITION)[job];
  }

  /** The requested memory per processor, in KB. */
  public int memoryKb(int job) {
    return column(JobColumn.MEMORY_KB)[job];
  }

  /** Seconds for which the job waited in the recorded past; {@link #UNKNOWN} if not recorded. */
  public int recordedWait(int job) {
    return column(JobColumn.RECORDED_WAIT)[job];
  }

  /** What the job requests from a machine of nodes; null if only its width is known. */
  public @Nullable Request request(int job) {
    int request = column(JobColumn.REQUEST)[job];
    return request == UNKNOWN ? null : values.requests.get(request);
  }

  /** What a job must wait for before it is eligible; null for nothing. */
  public @Nullable StartConditions conditions(int job) {
    int number = column(JobColumn.CONDITIONS)[job];
    return number == UNKNOWN ? null : values.conditions.get(number);
  }

  /** The job's number in the archive as text; {@code number_task} for a task of an array. */
  public String label(int job) {
    StartConditions on = conditions(job);
    return on == null || on.task() == UNKNOWN
        ? Long.toString(jobId[job])
        : jobId[job] + "_" + on.task();
  }

  /** Whether a job of this log, or of the log that it is a part of, has conditions. */
  public boolean hasConditions() {
    return !values.conditions.isEmpty();
  }

  /** On whose behalf the job was submitted, by name; null if only numbers are known. */
  public @Nullable JobAccount jobAccount(int job) {
    int jobAccount = column(JobColumn.ACCOUNT)[job];
    return jobAccount == UNKNOWN ? null : values.jobAccounts.get(jobAccount);
  }

  /**
   * The first job submitted at {@code time} or later, or {@link #size()} if there is none; O(log
   * n).
   */
  public int firstSubmittedAtOrAfter(int time) {
    int low = 0;
    int high = size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (submit[middle] < time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The same jobs with exact estimates, equal to the runtimes. */
  public JobLog withExactEstimates() {
    return with(JobColumn.ESTIMATE, runtime);
  }

  /**
   * The same jobs with other estimates.
   *
   * @param seconds by index of the job, at least 1
   */
  public JobLog withEstimates(int[] seconds) {
    if (seconds.length != size()) {
      throw new IllegalArgumentException(
          "there are " + seconds.length + " estimates for " + size() + " jobs");
    }
    return with(JobColumn.ESTIMATE, seconds.clone());
  }

  /** The same jobs with other requests from a machine of nodes, by index; null for none. */
  public JobLog withRequests(IntFunction<@Nullable Request> byJob) {
    Map<Request, Integer> numbers = new LinkedHashMap<>();
    int[] requests = new int[size()];
    for (int job = 0; job < requests.length; job++) {
      Request request = byJob.apply(job);
      requests[job] =
          request == null ? UNKNOWN : numbers.computeIfAbsent(request, added -> numbers.size());
    }
    Values changed =
        new Values(List.copyOf(numbers.keySet()), values.conditions(), values.jobAccounts());
    int[][] all = with(JobColumn.REQUEST, requests).columns;
    return new JobLog(originEpochSecond, jobId, all, changed);
  }

  /**
   * The same jobs in the same order, submitted later by some seconds and by 0 or 1 s more each: how
   * two runs of a scheduler differ to which the same jobs are submitted.
   *
   * @param seconds at least 0
   * @param seed random seed
   */
  public JobLog later(int seconds, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] later = new int[size()];
    for (int job = 0; job < later.length; job++) {
      later[job] =
          Math.max(job == 0 ? 0 : later[job - 1], submit[job] + seconds + random.nextInt(2));
    }
    return with(JobColumn.SUBMIT, later);
  }

  /**
   * The same jobs with {@code factor} times the load: submission times are divided by it, rounded
   * down.
   *
   * @throws IllegalArgumentException if the factor is not a positive number, or so small that the
   *     last submission would exceed {@link #MAX_SECONDS}
   */
  public JobLog scaledLoad(double factor) {
    if (!(factor > 0) || Double.isInfinite(factor)) {
      throw new IllegalArgumentException(
          "load factor " + factor + " is not allowed: it must be a positive number");
    }
    if (factor == 1.0) {
      return this;
    }
    if (size() > 0 && submit[size() - 1] / factor > MAX_SECONDS) {
      throw new IllegalArgumentException(
          "load factor "
              + factor
              + " moves the last submit, "
              + submit[size() - 1]
              + " s, past "
              + MAX_SECONDS
              + " s: use a larger factor or a slice of the log");
    }
    int[] compressed = new int[size()];
    for (int job = 0; job < compressed.length; job++) {
      compressed[job] = (int) (submit[job] / factor);
    }
    return with(JobColumn.SUBMIT, compressed);
  }

  /**
   * The jobs {@code from} (inclusive) to {@code to} (exclusive), their times unchanged.
   *
   * @throws IndexOutOfBoundsException unless {@code 0 <= from <= to <= size()}
   */
  public JobLog slice(int from, int to) {
    if (from < 0 || from > to || to > size()) {
      throw new IndexOutOfBoundsException(
          "slice " + from + ".." + to + " is not within 0.." + size());
    }
    int[][] sliced = new int[JobColumn.COUNT][];
    Arrays.setAll(sliced, column -> Arrays.copyOfRange(columns[column], from, to));
    return new JobLog(originEpochSecond, Arrays.copyOfRange(jobId, from, to), sliced, values);
  }

  /** The work of all jobs, in processor seconds. */
  public long area() {
    long area = 0;
    for (int job = 0; job < size(); job++) {
      area += (long) runtime[job] * width[job];
    }
    return area;
  }

  /** The same jobs with submission times that count from another instant. */
  public JobLog withOrigin(long epochSecond) {
    return new JobLog(epochSecond, jobId, columns, values);
  }

  /**
   * The same jobs with the first submission as the log's origin.
   *
   * @throws IllegalStateException if there are no jobs
   */
  public JobLog fromFirstSubmission() {
    if (size() == 0) {
      throw new IllegalStateException("a log without jobs has no first submission");
    }
    int first = submit[0];
    return with(JobColumn.SUBMIT, Arrays.stream(submit).map(time -> time - first).toArray())
        .withOrigin(originEpochSecond + first);
  }

  /** The same jobs with one column replaced; does not copy the array. */
  JobLog with(JobColumn column, int[] values) {
    int[][] changed = columns.clone();
    changed[column.index()] = values;
    return new JobLog(originEpochSecond, jobId, changed, this.values);
  }

  /** The jobs at {@code indices}, which must be in order of submission. */
  JobLog select(int[] indices) {
    long[] ids = new long[indices.length];
    for (int row = 0; row < indices.length; row++) {
      ids[row] = jobId[indices[row]];
    }
    int[][] selected = new int[JobColumn.COUNT][];
    for (int c = 0; c < selected.length; c++) {
      selected[c] = selected(columns[c], indices);
    }
    return new JobLog(originEpochSecond, ids, selected, values);
  }

  private static int[] selected(int[] column, int[] indices) {
    int[] selected = new int[indices.length];
    for (int row = 0; row < indices.length; row++) {
      selected[row] = column[indices[row]];
    }
    return selected;
  }

  private int[] column(JobColumn column) {
    return columns[column.index()];
  }

  /** Whether the logs have the same origin and equal columns. */
  @Override
  public boolean equals(Object other) {
    return other instanceof JobLog log
        && originEpochSecond == log.originEpochSecond
        && Arrays.equals(jobId, log.jobId)
        && values.equals(log.values)
        && Arrays.deepEquals(columns, log.columns);
  }

  @Override
  public int hashCode() {
    int[][] numbers = Arrays.copyOf(columns, JobColumn.REQUEST.index()); // without values
    return 31 * Arrays.hashCode(jobId) + Arrays.deepHashCode(numbers);
  }

  @Override
  public String toString() {
    return "JobLog["
        + size()
        + " jobs, origin "
        + originEpochSecond
        + (size() == 0 ? "" : ", submits " + submit[0] + ".." + submit[size() - 1])
        + "]";
  }
}
