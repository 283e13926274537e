package io.gnomon.sim.fidelity;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.scenario.ObservedScenario;
import io.gnomon.sim.scenario.Rerun;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A span of time in which the configuration stays in force: the state at its begin, and what the
 * scheduler has done since. Not thread-safe.
 */
final class ObservedSpan {
  private static final int OPEN = -1;

  private final Rerun rerun;
  private final int nextJob;
  private final ObservedStarts starts;
  // runtimes of the jobs that were active at the begin and have ended since, by job
  private final Map<Integer, Integer> ended;
  private int until;

  private ObservedSpan(
      Rerun rerun, int nextJob, ObservedStarts starts, Map<Integer, Integer> ended, int until) {
    this.rerun = rerun;
    this.nextJob = nextJob;
    this.starts = starts;
    this.ended = ended;
    this.until = until;
  }

  /**
   * A span that begins now. Takes one fork.
   *
   * @param live the state, only read
   * @param policy that follows it, only read
   * @param nextJob the number of the next job that arrives
   */
  static ObservedSpan from(ClusterState live, SchedulingPolicy policy, int nextJob) {
    return new ObservedSpan(
        Rerun.from(live, policy), nextJob, new ObservedStarts(), new TreeMap<>(), OPEN);
  }

  /** Returns this span, which goes on, with a rebuilt state; see {@link Rerun#rebuilt}. */
  Optional<ObservedSpan> rebuilt(UnaryOperator<ClusterState> rebuilt) {
    return rerun
        .rebuilt(rebuilt)
        .map(other -> new ObservedSpan(other, nextJob, starts, ended, until));
  }

  int since() {
    return rerun.since();
  }

  /** Whether it has not ended. */
  boolean isOpen() {
    return until == OPEN;
  }

  /** The number of jobs that are kept. */
  int size() {
    return starts.size();
  }

  void started(ClusterState live, int slot, @Nullable String partition) {
    starts.started(live.job(slot), live.submitTime(slot), live.startTime(slot), partition);
  }

  /** Records the end of a job. */
  void finished(ClusterState live, int slot) {
    if (live.job(slot) < nextJob) {
      ended.put(live.job(slot), live.ranSeconds(slot));
    }
  }

  void exclude(int job) {
    starts.exclude(job);
  }

  /** Ends it now. O(waiting jobs). */
  void end(ClusterState live, IntFunction<@Nullable String> partitionOf) {
    until = live.now();
    live.forEach(
        JobPhase.WAITING,
        slot -> starts.waits(live.job(slot), live.submitTime(slot), partitionOf.apply(slot)));
  }

  /**
   * The simulation of this span, which has ended and is not used after that.
   *
   * @param live the present state, only read
   * @param history that reaches back to the begin, only read
   * @param runtimes of jobs that have not completed
   */
  FidelityCheck check(ClusterState live, JobHistory history, RuntimeModel runtimes) {
    return new FidelityCheck(
        rerun,
        ObservedScenario.continuing(since(), nextJob, live, history, runtimes, ended),
        history.expectedRuntimes(rerun.policy(), rerun.state()),
        until,
        starts);
  }

  Snapshot snapshot() {
    Snapshot snapshot = new Snapshot();
    rerun.write(snapshot, "policy");
    return snapshot
        .put("nextJob", nextJob)
        .put("starts", starts.snapshot())
        .put("endedJob", columns(ended.keySet()))
        .put("endedRuntime", columns(ended.values()))
        .put("until", until);
  }

  private static int[] columns(Collection<Integer> values) {
    return values.stream().mapToInt(Integer::intValue).toArray();
  }

  static ObservedSpan restored(Snapshot snapshot, ClusterState live) {
    ObservedStarts starts = new ObservedStarts();
    starts.restore(snapshot.getSection("starts"));
    Map<Integer, Integer> ended = new TreeMap<>();
    int[] jobs = snapshot.getInts("endedJob");
    int[] runtimes = snapshot.getInts("endedRuntime", jobs.length);
    for (int i = 0; i < jobs.length; i++) {
      ended.put(jobs[i], runtimes[i]);
    }
    return new ObservedSpan(
        Rerun.restored(snapshot, "policy", live),
        snapshot.getInt("nextJob"),
        starts,
        ended,
        snapshot.getInt("until"));
  }
}
