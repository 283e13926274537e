package io.gnomon.bridge.polling;

import io.gnomon.bridge.polling.QueueObservation.Active;
import io.gnomon.bridge.polling.QueueObservation.Ended;
import io.gnomon.events.EventData;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Leaves jobs out of an observation such that running jobs hold at most what the nodes have, and
 * 2^30 processors, also between the published queue and the observation.
 *
 * <p>First come the jobs that are published as running, also if they are left out now; then the
 * others in order of their starts. A job whose nodes are not free when it starts is left out; one
 * that was requeued waits again, and one that has ended did not run. Not thread-safe. Costs O(n log
 * n) for n jobs.
 */
final class RunFitter {
  private final QueueObservation seen;
  private final Map<String, JobSnapshot> published;
  private final long clock;
  private final Consumer<String> causes;
  private final Map<String, Active> active;
  private final Map<String, Ended> ended;
  private final Set<String> leftOut;
  private final FreeNodes free;
  private final Queue<Run> ending = new PriorityQueue<>(Comparator.comparingLong(Run::until));

  /** A job that holds nodes for a time. */
  private record Run(JobSnapshot job, long from, long until) {}

  /**
   * A fitter for one observation.
   *
   * @param seen an observation of valid jobs
   * @param published the jobs as they were last published, by id
   * @param clock epoch second of the next events at the earliest
   * @param causes receives why a job is left out
   */
  RunFitter(
      QueueObservation seen,
      Map<String, JobSnapshot> published,
      long clock,
      Consumer<String> causes) {
    this.seen = seen;
    this.published = published;
    this.clock = clock;
    this.causes = causes;
    active = new LinkedHashMap<>(seen.active());
    ended = new LinkedHashMap<>(seen.ended());
    leftOut = new HashSet<>(seen.leftOut());
    free = new FreeNodes(seen.machine());
  }

  /** Returns the observation of what is possible; call this once. */
  QueueObservation observation() {
    published.values().stream().filter(RunFitter::runs).forEach(this::goOn);
    starts().forEach(this::start);
    return new QueueObservation(
        seen.at(), seen.capacity(), active, ended, seen.notes(), seen.machine(), leftOut);
  }

  private static boolean runs(JobSnapshot job) {
    return job.state() == JobState.RUNNING;
  }

  /** Takes the nodes of a job that is published as running. */
  private void goOn(JobSnapshot before) {
    String job = before.job();
    Active now = active.get(job);
    Ended end = ended.get(job);
    if (now != null && runs(now.job()) && !JobTransitions.isRestarted(before, now.job())) {
      if (!free.take(now.job())) {
        leaveOut(job);
        free.hold(before);
      }
      return;
    }
    free.hold(before);
    if (end != null) {
      boolean restarted = JobTransitions.isRestarted(before, end);
      ends(before, restarted ? end.job().startedAt() : end.at());
    } else if (now != null) {
      ends(before, left(now));
    } else if (seen.isGone(job)) {
      ends(before, seen.at());
    }
  }

  private void ends(JobSnapshot job, long at) {
    ending.add(new Run(job, clock, Math.max(clock, at)));
  }

  /** When a job was suspended or requeued. */
  private long left(Active one) {
    long since = one.since() > 0 ? one.since() : seen.at();
    return runs(one.job()) ? Math.min(since, one.job().startedAt()) : since;
  }

  private void leaveOut(String job) {
    causes.accept("a job left out, for the running jobs hold more than the nodes have");
    active.remove(job);
    leftOut.add(job);
  }

  /** The runs that have begun since the last observation, in order of their starts. */
  private List<Run> starts() {
    List<Run> runs = new ArrayList<>();
    for (Active one : active.values()) {
      JobSnapshot job = one.job();
      JobSnapshot before = published.get(job.job());
      if (before == null || JobTransitions.waits(before)) {
        if (!JobTransitions.waits(job)) {
          runs.add(run(job, job.startedAt() - job.consumedSeconds(), until(one)));
        }
      } else if (runs(job) && (!runs(before) || JobTransitions.isRestarted(before, job))) {
        runs.add(run(job, job.startedAt(), until(one)));
      } else if (JobTransitions.hasRun(before, job)) {
        int ran = job.consumedSeconds() - before.consumedSeconds();
        runs.add(run(job, left(one) - ran, until(one)));
      }
    }
    for (Ended one : ended.values()) {
      JobSnapshot job = one.job();
      JobSnapshot before = published.get(job.job());
      boolean starts =
          before == null || JobTransitions.waits(before) || JobTransitions.isRestarted(before, one);
      if (starts && job.startedAt() != EventData.NONE) {
        runs.add(run(job, job.startedAt(), one.at()));
      }
    }
    runs.sort(Comparator.comparingLong(Run::from));
    return runs;
  }

  private long until(Active one) {
    return runs(one.job()) ? Long.MAX_VALUE : left(one);
  }

  private Run run(JobSnapshot job, long from, long until) {
    long start = Math.max(clock, Math.max(from, job.submittedAt()));
    return new Run(job, start, Math.max(start, until));
  }

  private void start(Run run) {
    while (!ending.isEmpty() && ending.element().until() <= run.from()) {
      free.give(ending.remove().job());
    }
    String job = run.job().job();
    boolean restarts = published.containsKey(job) && runs(published.get(job));
    if (free.take(run.job())) {
      ending.add(run);
    } else if (active.containsKey(job) && !restarts) {
      leaveOut(job);
    } else {
      causes.accept("the run of a job left out, for its nodes were not free");
      active.computeIfPresent(
          job, (id, now) -> new Active(JobTransitions.waiting(now.job()), left(now)));
      ended.computeIfPresent(job, (id, end) -> neverRun(end, restarts));
    }
  }

  /** A job without its last run. */
  private static Ended neverRun(Ended end, boolean restarted) {
    JobSnapshot job = end.job().at(end.job().submittedAt(), EventData.NONE);
    return new Ended(job, restarted ? end.job().startedAt() : end.at(), end.outcome());
  }
}
