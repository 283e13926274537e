package io.gnomon.sim.reproduce;

import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The scheduler with which zhang2020 compares: the waiting job with the lowest score is selected,
 * and while it does not fit, others start in order of arrival if they would end, by their
 * estimates, before the start that was computed for it once. Their processors are not looked at.
 */
final class PlainWindowScheduler {
  /** A job of a window. */
  record Job(int row, int submit, int runtime, int estimate, int width) {}

  private record Running(Job job, int start) {
    int end() {
      return start + job.runtime;
    }

    long expectedEnd() {
      return (long) start + job.estimate;
    }
  }

  private final List<Job> arrivals = new ArrayList<>();
  private final List<Job> waiting = new ArrayList<>();
  private final List<Running> running = new ArrayList<>();
  private final int[] starts;
  private int free;
  private int now;

  private PlainWindowScheduler(JobLog log, int processors) {
    for (int row = 0; row < log.size(); row++) {
      arrivals.add(
          new Job(row, log.submit(row), log.runtime(row), log.estimate(row), log.width(row)));
    }
    starts = new int[log.size()];
    free = processors;
  }

  /** The mean bounded slowdown of the jobs of a window on an empty machine. */
  static double slowdown(JobLog log, int processors, ToDoubleFunction<Job> score) {
    PlainWindowScheduler scheduler = new PlainWindowScheduler(log, processors);
    scheduler.run(score);
    double sum = 0;
    for (int row = 0; row < log.size(); row++) {
      double wait = scheduler.starts[row] - log.submit(row);
      sum += Math.max(1, (wait + log.runtime(row)) / Math.max(log.runtime(row), 10));
    }
    return sum / log.size();
  }

  private void run(ToDoubleFunction<Job> score) {
    while (!arrivals.isEmpty() || !waiting.isEmpty()) {
      while (waiting.isEmpty()) {
        advance();
      }
      waiting.sort(Comparator.comparingDouble(score));
      Job first = waiting.get(0);
      if (first.width > free) {
        backfillUntilItFits(first);
      }
      start(first);
    }
  }

  private void backfillUntilItFits(Job first) {
    long reserved = reservation(first);
    while (first.width > free) {
      waiting.sort(Comparator.comparingInt(Job::submit));
      for (Job job : List.copyOf(waiting)) {
        if (job.width <= free && (long) now + job.estimate < reserved) {
          start(job);
        }
      }
      advance();
    }
  }

  /** When enough running jobs have ended by their estimates. */
  private long reservation(Job first) {
    running.sort(Comparator.comparingLong(Running::expectedEnd));
    int available = free;
    for (Running one : running) {
      available += one.job.width;
      if (available >= first.width) {
        return one.expectedEnd();
      }
    }
    throw new IllegalStateException("job " + first + " is wider than the machine");
  }

  private void start(Job job) {
    starts[job.row] = now;
    free -= job.width;
    running.add(new Running(job, now));
    waiting.remove(job);
  }

  /** Goes on to the next arrival or the next end; an arrival comes first. */
  private void advance() {
    Running next = running.stream().min(Comparator.comparingInt(Running::end)).orElse(null);
    if (!arrivals.isEmpty() && (next == null || arrivals.get(0).submit <= next.end())) {
      Job job = arrivals.remove(0);
      now = Math.max(now, job.submit);
      waiting.add(job);
    } else {
      now = Math.max(now, next.end());
      free += next.job.width;
      running.remove(next);
    }
  }
}
