package io.gnomon.sim.reproduce;

import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.study.ProgressCounter;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.OverrunRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** The simulations of one trace of kettimuthu2005, each run once and in parallel. */
final class KettimuthuRuns {
  /**
   * One simulation.
   *
   * @param exact whether estimates equal the runtimes
   * @param load factor by which submit times are divided
   * @param policy in its text form
   */
  record Case(boolean exact, double load, String policy) {
    /** The original load, with exact estimates. */
    static Case exact(String policy) {
      return new Case(true, 1, policy);
    }

    /** The original load, with user estimates. */
    static Case user(String policy) {
      return new Case(false, 1, policy);
    }

    @Override
    public String toString() {
      return policy + (exact ? ", exact" : ", user") + " estimates, load " + load;
    }
  }

  private final JobLog log;
  private final Map<Case, Outcome> outcomes = new ConcurrentHashMap<>();

  private KettimuthuRuns(JobLog log) {
    this.log = log;
  }

  /** Reads the trace and runs all cases in parallel, one per core. */
  static KettimuthuRuns of(
      KettimuthuTrace trace, Path traces, Set<Case> cases, ProgressCounter progress)
      throws IOException {
    KettimuthuRuns runs =
        new KettimuthuRuns(
            trace.trace().read(traces, trace.processors(), OverrunRule.EXTEND).log());
    List<CompletableFuture<Void>> begun =
        cases.stream()
            .sorted(Comparator.comparingDouble(Case::load).reversed()) // longest first
            .map(
                one ->
                    CompletableFuture.runAsync(
                        () -> {
                          runs.run(one, trace.processors());
                          progress.completed();
                        }))
            .toList();
    begun.forEach(CompletableFuture::join);
    return runs;
  }

  private void run(Case one, int processors) {
    JobLog known = one.exact ? log.withExactEstimates() : log;
    outcomes.put(one, StudyRuns.outcome(known.scaledLoad(one.load), processors, one.policy));
  }

  /** The outcome of a case. */
  Outcome outcome(Case one) {
    Outcome outcome = outcomes.get(one);
    if (outcome == null) {
      throw new IllegalArgumentException("'" + one + "' was not run");
    }
    return outcome;
  }

  /** The trace with user estimates. */
  JobLog log() {
    return log;
  }
}
