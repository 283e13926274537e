package io.gnomon.sim.engine;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.Shapes;
import io.gnomon.sim.priority.Claimant;
import io.gnomon.sim.priority.Claims;
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
  private final @Nullable Claims claims;
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
        state.hasAccounting() ? state.accounting().claims() : null,
        from,
        to);
  }

  /**
   * The jobs {@code from} (inclusive) to {@code to} (exclusive).
   *
   * @param shapes those of the cluster's nodes; null for a pool of processors
   * @param claims those of the cluster's accounts; null if they are not known
   */
  private LogArrivals(
      JobLog log, @Nullable Shapes shapes, @Nullable Claims claims, int from, int to) {
    this(
        log,
        shapes,
        claims,
        log.hasConditions() ? new LogConditions(log, from, to) : null,
        from,
        to);
  }

  private LogArrivals(
      JobLog log,
      @Nullable Shapes shapes,
      @Nullable Claims claims,
      @Nullable LogConditions conditions,
      int from,
      int to) {
    this.log = log;
    this.shapes = shapes;
    this.claims = claims;
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
    Claimant claimant = claims == null ? null : log.claimant(next);
    into.claim = claims == null || claimant == null ? ClusterState.NONE : claims.of(claimant);
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
    return new LogArrivals(log, shapes, claims, conditions, next, end);
  }
}
