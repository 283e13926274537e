package io.gnomon.sandbox.experiment;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of one pair of sites.
 *
 * @param pair its number, from 1
 * @param kind how one site was tuned
 * @param tunedSite which of the two sites was tuned, 1 or 2
 * @param workload name of the log
 * @param jobs that were submitted to each site
 * @param version of Slurm
 * @param alike figures of jobs submitted to both sites before one was tuned, of site 1 and site 2
 * @param untuned figures of the untuned site
 * @param tuned figures of the tuned site
 * @param untunedCost of slurmctld of the untuned site while the jobs ran
 * @param tunedCost of slurmctld of the tuned site while the jobs ran
 * @param shown what the dashboard showed at the end
 * @param submittedApart the most seconds between the submissions of a job to both sites
 * @param missing jobs that did not complete on both sites, which the figures leave out
 * @param load average load of the machine in the last minute
 */
record PairResult(
    int pair,
    PairKind kind,
    int tunedSite,
    String workload,
    int jobs,
    String version,
    List<RunFigures> alike,
    RunFigures untuned,
    RunFigures tuned,
    RealSite.Cost untunedCost,
    RealSite.Cost tunedCost,
    Shown shown,
    long submittedApart,
    int missing,
    double load) {
  /** Copies the list. */
  PairResult {
    alike = List.copyOf(alike);
  }

  /** The jobs of one site whose twins have completed as well. */
  static List<SiteJob> common(Collection<SiteJob> jobs, Collection<SiteJob> twins) {
    Map<String, SiteJob> names = byName(twins);
    return jobs.stream().filter(job -> names.containsKey(job.name())).toList();
  }

  /** The most seconds between the submissions of a job and its twin; 0 without jobs. */
  static long apart(Collection<SiteJob> jobs, Collection<SiteJob> twins) {
    Map<String, SiteJob> names = byName(twins);
    long most = 0;
    for (SiteJob job : jobs) {
      SiteJob twin = names.get(job.name());
      if (twin != null) {
        most = Math.max(most, Math.abs(job.submit() - twin.submit()));
      }
    }
    return most;
  }

  private static Map<String, SiteJob> byName(Collection<SiteJob> jobs) {
    Map<String, SiteJob> names = new HashMap<>();
    jobs.forEach(job -> names.put(job.name(), job));
    return names;
  }

  /** Mean bounded slowdown with tuning over that without. */
  double slowdownRatio() {
    return tuned.meanSlowdown() / untuned.meanSlowdown();
  }

  /** Mean wait with tuning over that without. */
  double waitRatio() {
    return tuned.meanWait() / untuned.meanWait();
  }

  /** Mean wait of an account with tuning over that without; NaN if one is not known. */
  double accountRatio(String account) {
    return tuned.accountWaits().getOrDefault(account, Double.NaN)
        / untuned.accountWaits().getOrDefault(account, Double.NaN);
  }

  /** Mean bounded slowdown of site 2 over that of site 1 before one was tuned. */
  double alikeRatio() {
    return alike.get(1).meanSlowdown() / alike.get(0).meanSlowdown();
  }

  /** The dashboard's mean wait without Gnomon over that of the twin; NaN if it is not known. */
  double estimateRatio() {
    return shown.untunedWait() / untuned.meanWait();
  }

  /**
   * The fraction that tuning saved, negative for a loss, of what was predicted: the cost or, of
   * advice, the geometric mean of wait and slowdown.
   */
  double realisedGain() {
    return kind == PairKind.ADVICE
        ? 1 - Math.sqrt(waitRatio() * slowdownRatio())
        : 1 - tuned.meanCost() / untuned.meanCost();
  }

  /** Whether a change was made and its interval is known. */
  boolean predicts() {
    return !shown.changes().isEmpty() && !Double.isNaN(first().low());
  }

  /** Whether the interval that the first change predicted contains the gain; false without one. */
  boolean predicted() {
    return predicts() && first().low() <= realisedGain() && realisedGain() <= first().high();
  }

  private Shown.Made first() {
    return shown.changes().get(shown.changes().size() - 1);
  }
}
