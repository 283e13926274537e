package io.gnomon.sim.engine;

import io.gnomon.sim.workload.JobLog;

/**
 * The jobs of a prepared log as arrivals; a job's number is its index in the log. Logs do not
 * record on which widths a job could have run, so every width is offered (perkovic2000, section
 * 7.1). This matters only to policies that mold.
 */
public final class LogArrivals implements Arrivals {
  private final JobLog log;
  private final int end;
  private int next;

  /** All jobs of {@code log}. */
  public LogArrivals(JobLog log) {
    this(log, 0, log.size());
  }

  /** The jobs {@code from} (inclusive) to {@code to} (exclusive). */
  public LogArrivals(JobLog log, int from, int to) {
    this.log = log;
    this.next = from;
    this.end = to;
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
    into.runtime = log.runtime(next);
    into.user = log.user(next);
    into.application = log.application(next);
    into.narrowest = 1;
    into.widest = Integer.MAX_VALUE;
    next++;
  }

  @Override
  public Arrivals fork() {
    return new LogArrivals(log, next, end);
  }
}
