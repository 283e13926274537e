package io.gnomon.sim.backtest;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.scenario.JobHistory;
import io.gnomon.sim.scenario.RecordedJobs;
import io.gnomon.sim.scenario.Rerun;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.PastEvidence;
import io.gnomon.sim.study.PolicySequence;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyCriteria;
import io.gnomon.sim.study.StudyDesign;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.List;

/**
 * The recorded past of a cluster, over which policies are backtested: each is in force throughout,
 * from an empty cluster, with the arrivals and runtimes as they were. Jobs that have not completed
 * run for their estimates.
 *
 * <p>A backtest is a {@link ShadowStudy} of the past. Its results hold the costs by block of
 * submission, a day to a week long, so that two policies can be compared block by block ({@link
 * io.gnomon.sim.study.AlternativeResult#significanceOver}). Immutable and independent of the live
 * cluster.
 */
public final class Backtest {
  private static final int DAY = 24 * 3600;
  private static final int WEEK = 7 * DAY;
  private static final int BLOCKS = 13;

  private final ClusterState empty;
  private final Scenario arrivals;
  private final int seconds;
  private final int jobs;

  private Backtest(ClusterState empty, Scenario arrivals, int seconds, int jobs) {
    this.jobs = jobs;
    this.empty = empty;
    this.arrivals = arrivals;
    this.seconds = seconds;
  }

  /**
   * The past of a live cluster. Takes O(history).
   *
   * @param live the present state, only read
   * @param history of the cluster, only read
   * @param since jobs that were submitted earlier are left out
   * @param mostJobs number of the most recent jobs that are kept, at least 1
   * @param sameNumbers whether jobs keep their numbers, so that a random order is as it would have
   *     been on the cluster; otherwise it is drawn anew
   */
  public static Backtest of(
      ClusterState live, JobHistory history, int since, int mostJobs, boolean sameNumbers) {
    int now = live.now();
    RecordedJobs known = history.recent(since, now);
    int size = known.size();
    int from = size == 0 ? now - 1 : known.submit(Math.max(0, size - mostJobs));
    RecordedJobs jobs = history.recent(from, now);
    ClusterState empty = live.emptied();
    empty.advanceTo(from);
    return new Backtest(
        empty,
        new Scenario.Fixed(
            "past",
            (begin, end, firstJob, cluster) ->
                sameNumbers
                    ? jobs.again(cluster.processors())
                    : jobs.shifted(0, firstJob, cluster.processors())),
        now - from,
        jobs.size());
  }

  /**
   * A whole log as the past.
   *
   * @param log prepared for the machine, with at least one job
   * @param cluster an empty cluster, only read
   */
  public static Backtest of(JobLog log, ClusterState cluster) {
    int from = log.submit(0);
    ClusterState empty = cluster.fork();
    empty.advanceTo(from);
    return new Backtest(
        empty, Scenario.oracle(log), log.submit(log.size() - 1) + 1 - from, log.size());
  }

  /** The length of the past in seconds, at least 1. */
  public int seconds() {
    return seconds;
  }

  /** The number of jobs. */
  public int jobs() {
    return jobs;
  }

  /** The length of a block: a thirteenth of the past, but at least a day and at most a week. */
  public static int blockSeconds(int seconds) {
    return Math.max(DAY, Math.min(WEEK, seconds / BLOCKS));
  }

  /**
   * A backtest.
   *
   * @param incumbent policy that the others are compared with
   * @param policies the others; the incumbent among them is left out
   * @param criteria by which they are compared
   */
  public ShadowStudy backtest(Spec incumbent, List<Spec> policies, StudyCriteria criteria) {
    return backtest(incumbent, policies, List.of(), criteria);
  }

  /**
   * A backtest that also simulates sequences of policies: what would have been in force had certain
   * decisions been carried out.
   *
   * @param incumbent policy that the others are compared with
   * @param policies the others; the incumbent among them is left out
   * @param sequences by second of the cluster
   * @param criteria by which they are compared
   */
  public ShadowStudy backtest(
      Spec incumbent, List<Spec> policies, List<PolicySequence> sequences, StudyCriteria criteria) {
    List<Spec> others = new ArrayList<>(policies);
    others.removeIf(incumbent::equals);
    return ShadowStudy.of(
        Rerun.beginning(empty.fork(), incumbent),
        arrivals,
        empty.now() + seconds,
        others,
        sequences,
        StudyDesign.ofEstimates(criteria).withBatches(blockSeconds(seconds)),
        PastEvidence.NONE);
  }
}
