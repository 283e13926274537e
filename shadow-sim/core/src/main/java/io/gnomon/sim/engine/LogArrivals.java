package io.gnomon.sim.engine;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.placement.Shapes;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.priority.JobAccounts;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.StartConditions;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of a prepared log as arrivals; a job's number is its index in the log. Logs do not
 * record on which widths a job could have run, so every width is offered (perkovic2000, section
 * 7.1). This matters only to policies that mold.
 */
public final class LogArrivals implements Arrivals {
  private final JobLog log;
  private final @Nullable Shapes shapes;
  private final @Nullable LogConditions conditions;
  private final @Nullable JobAccounts jobAccounts;
  private final int end;
  private int next;

  /** All jobs of {@code log}. */
  public LogArrivals(JobLog log) {
    this(log, 0, log.size());
  }

  /** The jobs {@code from} (inclusive) to {@code to} (exclusive). */
  public LogArrivals(JobLog log, int from, int to) {
    this(log, null, null, from, to);
  }

  /** All jobs of {@code log} for {@code state}: on nodes, with their requests. */
  public LogArrivals(JobLog log, ClusterState state) {
    this(log, state, 0, log.size());
  }

  /** The jobs {@code from} (inclusive) to {@code to} (exclusive) for {@code state}. */
  public LogArrivals(JobLog log, ClusterState state, int from, int to) {
    this(
        log,
        state.hasNodes() ? state.nodes().shapes() : null,
        state.hasAccounting() ? state.accounting().jobAccounts() : null,
        from,
        to);
  }

  /**
   * The jobs {@code from} (inclusive) to {@code to} (exclusive).
   *
   * @param shapes those of the cluster's nodes; null for a pool of processors
   * @param jobAccounts those of the cluster's accounts; null if they are not known
   */
  private LogArrivals(
      JobLog log, @Nullable Shapes shapes, @Nullable JobAccounts jobAccounts, int from, int to) {
    this(
        log,
        shapes,
        jobAccounts,
        log.hasConditions() ? new LogConditions(log, from, to) : null,
        from,
        to);
  }

  private LogArrivals(
      JobLog log,
      @Nullable Shapes shapes,
      @Nullable JobAccounts jobAccounts,
      @Nullable LogConditions conditions,
      int from,
      int to) {
    this.log = log;
    this.shapes = shapes;
    this.jobAccounts = jobAccounts;
    this.conditions = conditions;
    this.next = from;
    this.end = to;
  }

  @Override
  public void begin(ClusterState state) {
    if (conditions != null) {
      conditions.watch(state);
    }
  }

  @Override
  public int nextTime() {
    return next < end ? log.submit(next) : Simulation.NEVER;
  }

  @Override
  public void take(Arrival into) {
    into.job = next;
    into.width = log.width(next);
    into.estimate = log.estimate(next);
    Request request = shapes == null ? null : log.request(next);
    into.shape =
        shapes == null || request == null
            ? ClusterState.NONE
            : shapes.of(request, into.estimate).id();
    JobAccount jobAccount = jobAccounts == null ? null : log.jobAccount(next);
    into.account =
        jobAccounts == null || jobAccount == null ? ClusterState.NONE : jobAccounts.of(jobAccount);
    into.runtime = log.runtime(next);
    into.user = log.user(next);
    into.application = log.application(next);
    if (conditions != null) {
      StartConditions own = log.conditions(next);
      into.conditions = conditions.of(next);
      into.held = own != null && own.held();
      into.fails = own != null && own.fails();
    }
    into.narrowest = 1;
    into.widest = Integer.MAX_VALUE;
    next++;
  }

  @Override
  public Arrivals fork() {
    return new LogArrivals(log, shapes, jobAccounts, conditions, next, end);
  }
}
