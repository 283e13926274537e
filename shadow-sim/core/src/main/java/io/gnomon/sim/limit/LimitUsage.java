package io.gnomon.sim.limit;

import io.gnomon.model.limits.LimitMeasure;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What limits count: jobs, what they hold, and the minutes that they have used or may still use.
 * The owner reports each submission, start, end and departure of a job, and each recalculation of
 * usage. Not thread-safe; {@link #copy()} is a few array copies.
 *
 * <p>Amounts of a job are in the order of {@link LimitRules#tres()}, memory in MiB. A check costs
 * O(limits of the job) and allocates nothing.
 */
public final class LimitUsage {
  private static final int MINUTE = 60;
  private static final int LEAST_ROWS = 16;

  private final LimitRules rules;
  double keptPerSecond;
  final int tres;
  int recalculated;
  int[] jobs;
  int[] submitted;
  double[] wallSeconds;
  long[] held; // by row and TRES, like those below
  private long[] endSums; // amount times expected end, of running jobs
  long[] lateSums; // amount times the seconds from the recalculation to a later start
  double[] usedSeconds;
  int[] differentNodes; // by row
  private int[][] jobsOnNode; // by row and node; empty in rows that do not count nodes

  /**
   * Counters at 0.
   *
   * @param keptPerSecond the part of usage that is kept after a second, from 0 to 1
   * @param now second of the last recalculation
   */
  public LimitUsage(LimitRules rules, double keptPerSecond, int now) {
    this.rules = rules;
    this.keptPerSecond = keptPerSecond;
    tres = rules.tres().size();
    recalculated = now;
    jobs = new int[LEAST_ROWS];
    submitted = new int[LEAST_ROWS];
    wallSeconds = new double[LEAST_ROWS];
    held = new long[LEAST_ROWS * tres];
    endSums = new long[LEAST_ROWS * tres];
    lateSums = new long[LEAST_ROWS * tres];
    usedSeconds = new double[LEAST_ROWS * tres];
    differentNodes = new int[LEAST_ROWS];
    jobsOnNode = new int[LEAST_ROWS][0];
  }

  private LimitUsage(LimitUsage from) {
    rules = from.rules;
    keptPerSecond = from.keptPerSecond;
    tres = from.tres;
    recalculated = from.recalculated;
    jobs = from.jobs.clone();
    submitted = from.submitted.clone();
    wallSeconds = from.wallSeconds.clone();
    held = from.held.clone();
    endSums = from.endSums.clone();
    lateSums = from.lateSums.clone();
    usedSeconds = from.usedSeconds.clone();
    differentNodes = from.differentNodes.clone();
    jobsOnNode = Arrays.stream(from.jobsOnNode).map(int[]::clone).toArray(int[][]::new);
  }

  /** An independent copy. */
  public LimitUsage copy() {
    return new LimitUsage(this);
  }

  /** The limits. */
  public LimitRules rules() {
    return rules;
  }

  // --- counting

  /** Counts a job that waits. */
  public void submitted(LimitSet limits) {
    for (int row : limits.rows) {
      reach(row);
      submitted[row]++;
    }
  }

  /** Counts that a job has left, whether it has started or not. */
  public void left(LimitSet limits) {
    for (int row : limits.rows) {
      requireCounted(submitted[row], "leave");
      submitted[row]--;
    }
  }

  /**
   * Counts a job that starts.
   *
   * @param amounts what it holds
   * @param nodes the nodes on which it runs
   * @param timeLimit seconds
   */
  public void started(LimitSet limits, long[] amounts, int[] nodes, int timeLimit, int now) {
    for (int at = 0; at < limits.rows.length; at++) {
      int row = limits.rows[at];
      reach(row);
      if (limits.countsNodes[at]) {
        takeNodes(row, nodes);
      }
      jobs[row]++;
      for (int i = 0; i < tres; i++) {
        int cell = row * tres + i;
        held[cell] += amounts[i];
        endSums[cell] += amounts[i] * ((long) now + timeLimit);
        lateSums[cell] += amounts[i] * Math.max(0, now - recalculated);
      }
    }
  }

  /**
   * Counts that a job has stopped running, with the values of its start, and charges the rest of
   * its usage.
   *
   * @param start second of its start
   */
  public void ended(
      LimitSet limits, long[] amounts, int[] nodes, int timeLimit, int start, int now) {
    for (int at = 0; at < limits.rows.length; at++) {
      int row = limits.rows[at];
      requireCounted(jobs[row], "end");
      if (limits.countsNodes[at]) {
        giveNodes(row, nodes);
      }
      jobs[row]--;
      for (int i = 0; i < tres; i++) {
        int cell = row * tres + i;
        held[cell] -= amounts[i];
        endSums[cell] -= amounts[i] * ((long) start + timeLimit);
        lateSums[cell] -= amounts[i] * Math.max(0, start - recalculated);
      }
    }
    charge(limits, amounts, Math.max(start, recalculated), now);
  }

  private void takeNodes(int row, int[] nodes) {
    for (int node : nodes) {
      if (node >= jobsOnNode[row].length) {
        jobsOnNode[row] = Arrays.copyOf(jobsOnNode[row], Math.max(node + 1, 2 * nodes.length));
      }
      differentNodes[row] += jobsOnNode[row][node]++ == 0 ? 1 : 0;
    }
  }

  private void giveNodes(int row, int[] nodes) {
    for (int node : nodes) {
      differentNodes[row] -= --jobsOnNode[row][node] == 0 ? 1 : 0;
    }
  }

  private void requireCounted(int count, String event) {
    if (count < 1) {
      throw new IllegalStateException("no job is counted that could " + event);
    }
  }

  /**
   * Decays all usage up to now. The owner then charges each running job by {@link #ran}.
   *
   * @param kept the part of usage that is kept after a second, from now on
   * @return the second of the recalculation before
   */
  public int recalculate(int now, double kept) {
    int before = recalculated;
    keptPerSecond = kept;
    double keptSince = Math.pow(kept, now - before);
    int counted = Math.min(rules.rows(), jobs.length);
    for (int row = 0; row < counted; row++) {
      if (rules.decays(row)) {
        wallSeconds[row] *= keptSince;
        for (int cell = row * tres; cell < (row + 1) * tres; cell++) {
          usedSeconds[cell] *= keptSince;
        }
      }
    }
    Arrays.fill(lateSums, 0);
    recalculated = now;
    return before;
  }

  /**
   * Sets the used minutes and wall time of all rows to 0, as {@code PriorityUsageResetPeriod} does.
   */
  public void reset() {
    Arrays.fill(wallSeconds, 0);
    Arrays.fill(usedSeconds, 0);
  }

  /**
   * Charges a running job at a recalculation.
   *
   * @param start second of its start
   * @param before second of the recalculation before
   */
  public void ran(LimitSet limits, long[] amounts, int start, int before) {
    charge(limits, amounts, Math.max(start, before), recalculated);
  }

  private void charge(LimitSet limits, long[] amounts, int from, int to) {
    if (to <= from) {
      return;
    }
    double kept = Math.pow(keptPerSecond, to - from);
    for (int at = 0; at < limits.rows.length; at++) {
      int row = limits.rows[at];
      double seconds = (to - from) * limits.usageFactor * (limits.decays[at] ? kept : 1);
      wallSeconds[row] += seconds;
      for (int i = 0; i < tres; i++) {
        usedSeconds[row * tres + i] += amounts[i] * seconds;
      }
    }
  }

  /** Whether a row has counters; those of others are 0. */
  boolean counts(int row) {
    return row < jobs.length;
  }

  /** Makes counters for a row. */
  void reach(int row) {
    if (row >= jobs.length) {
      int rowsNow = Math.max(rules.rows(), 2 * jobs.length);
      jobs = Arrays.copyOf(jobs, rowsNow);
      submitted = Arrays.copyOf(submitted, rowsNow);
      wallSeconds = Arrays.copyOf(wallSeconds, rowsNow);
      held = Arrays.copyOf(held, rowsNow * tres);
      endSums = Arrays.copyOf(endSums, rowsNow * tres);
      lateSums = Arrays.copyOf(lateSums, rowsNow * tres);
      usedSeconds = Arrays.copyOf(usedSeconds, rowsNow * tres);
      differentNodes = Arrays.copyOf(differentNodes, rowsNow);
      int before = jobsOnNode.length;
      jobsOnNode = Arrays.copyOf(jobsOnNode, rowsNow);
      Arrays.fill(jobsOnNode, before, rowsNow, new int[0]);
    }
  }

  // --- checking

  /**
   * Why another job may not be submitted; null if it may: too many jobs are waiting or running, it
   * requests more licences than exist, or it exceeds a limit by itself and has a QOS with the flag
   * {@code DenyOnLimit}.
   *
   * @param amounts what it requests
   * @param timeLimit seconds
   */
  public @Nullable WaitingReason refusal(LimitSet limits, long[] amounts, int timeLimit) {
    for (LimitTest test : limits.toSubmit) {
      if (counts(test.row()) && submitted[test.row()] >= test.limit()) {
        return test.reason();
      }
    }
    for (LimitTest test : limits.toStart) {
      if ((limits.denies || test.reason() == WaitingReason.LICENSES)
          && test.exceedsAlone(amounts, minutes(timeLimit))) {
        return test.reason();
      }
    }
    return null;
  }

  /**
   * Why a job may not start; null if it may. The first limit in Slurm's order is reported. Limits
   * on nodes are compared with the fewest nodes that the group would use.
   *
   * @param amounts what it would hold
   * @param timeLimit seconds
   */
  public @Nullable WaitingReason check(LimitSet limits, long[] amounts, int timeLimit) {
    return check(limits, amounts, null, timeLimit);
  }

  /**
   * Why a job may not start on some nodes; null if it may. The first limit in Slurm's order is
   * reported. Limits on nodes count each node once, however many jobs of the group it hosts.
   *
   * @param amounts what it would hold
   * @param nodes the nodes on which it would run; null if they are not known
   * @param timeLimit seconds
   */
  public @Nullable WaitingReason check(
      LimitSet limits, long[] amounts, int @Nullable [] nodes, int timeLimit) {
    for (LimitTest test : limits.toStart) {
      if (exceeds(test, amounts, nodes, timeLimit)) {
        return test.reason();
      }
    }
    return null;
  }

  /**
   * Why a running job ends: the minutes of a limit have been used up, as of the last recalculation
   * and the jobs that have ended since; null if it goes on.
   */
  public @Nullable WaitingReason overrun(LimitSet limits) {
    for (LimitTest test : limits.toRun) {
      boolean counted = counts(test.row());
      double seconds =
          !counted
              ? 0
              : test.kind() == LimitMeasure.WALL_USED
                  ? wallSeconds[test.row()]
                  : usedSeconds[test.row() * tres + test.tres()];
      if ((long) (seconds / MINUTE) >= test.limit()) {
        return test.reason();
      }
    }
    return null;
  }

  static long minutes(int seconds) {
    return (seconds + MINUTE - 1L) / MINUTE;
  }

  boolean exceeds(LimitTest test, long[] amounts, int @Nullable [] nodes, int timeLimit) {
    long minutes = minutes(timeLimit);
    boolean counted = test.row() >= 0 && counts(test.row());
    int cell = counted ? test.row() * tres + Math.max(0, test.tres()) : -1;
    long amount = test.amount(amounts);
    return switch (test.kind()) {
      case JOBS -> (counted ? jobs[test.row()] : 0) >= test.limit();
      case SUBMITTED -> (counted ? submitted[test.row()] : 0) >= test.limit();
      case WALL_USED -> wallIsUsed(counted ? wallSeconds[test.row()] : 0, test.limit(), minutes);
      case HELD ->
          test.tres() == LimitRules.NODE_TRES
              ? nodes(counted ? test.row() : -1, amount, nodes) > test.limit()
              : amount + (counted ? held[cell] : 0) > test.limit();
      case MINUTES_USED ->
          minutesAreUsed(
              counted ? usedSeconds[cell] : 0,
              counted ? runMinutes(cell) : 0,
              test.limit(),
              amount * minutes);
      case RUN_MINUTES -> amount * minutes + (counted ? runMinutes(cell) : 0) > test.limit();
      case TIME_LIMIT, JOB_MINUTES, JOB, PER_NODE, LEAST -> test.exceedsOfJob(amounts, minutes);
    };
  }

  /** The different nodes that a group would use with another job. */
  private long nodes(int row, long amount, int @Nullable [] nodes) {
    int used = row < 0 ? 0 : differentNodes[row];
    if (nodes == null) {
      return Math.max(amount, used);
    }
    for (int node : nodes) {
      boolean isUsed = row >= 0 && node < jobsOnNode[row].length && jobsOnNode[row][node] > 0;
      used += isUsed ? 0 : 1;
    }
    return used;
  }

  private boolean wallIsUsed(double seconds, long limit, long minutes) {
    long used = (long) (seconds / MINUTE);
    return used >= limit || (rules.definitions().safe() && used + minutes > limit);
  }

  private boolean minutesAreUsed(double seconds, long running, long limit, long requested) {
    long used = (long) (seconds / MINUTE);
    return used >= limit || (rules.definitions().safe() && requested + running > limit - used);
  }

  /** Minutes up to the time limits of running jobs, as of the last recalculation. */
  long runMinutes(int cell) {
    return (endSums[cell] - held[cell] * recalculated - lateSums[cell]) / MINUTE;
  }

  // --- snapshots

  /**
   * The minutes that have been used, by name of the association or QOS and of the TRES. What
   * running jobs hold is not part of it.
   */
  public Snapshot snapshot() {
    return new UsedMinutes(this).snapshot();
  }

  /**
   * Takes over the minutes of a snapshot, and the time of its last recalculation; minutes of
   * associations, QOS and TRES that are not known here are lost. The owner then reports the jobs
   * that run with {@link #runs}.
   *
   * @throws IllegalArgumentException if a field is missing or has the wrong type or length
   */
  public void restore(Snapshot snapshot) {
    new UsedMinutes(this).restore(snapshot);
  }

  /**
   * Counts a running job's start again, after {@link #restore}.
   *
   * @param start second of its start
   */
  public void runs(LimitSet limits, long[] amounts, int start) {
    for (int row : limits.rows) {
      for (int i = 0; i < tres; i++) {
        lateSums[row * tres + i] += amounts[i] * Math.max(0, start - recalculated);
      }
    }
  }

  // --- figures

  /** Whether nothing is counted, apart from usage of the past. */
  public boolean isIdle() {
    return allZero(held)
        && allZero(endSums)
        && allZero(lateSums)
        && Arrays.stream(differentNodes).allMatch(count -> count == 0)
        && Arrays.stream(jobs).allMatch(count -> count == 0)
        && Arrays.stream(submitted).allMatch(count -> count == 0);
  }

  private static boolean allZero(long[] counts) {
    return Arrays.stream(counts).allMatch(count -> count == 0);
  }
}
