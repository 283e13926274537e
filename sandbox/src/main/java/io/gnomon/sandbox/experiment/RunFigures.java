package io.gnomon.sandbox.experiment;

import io.gnomon.sim.metric.objective.Objectives;
import io.gnomon.sim.metric.objective.ServedJob;
import io.gnomon.sim.metric.objective.StudyObjective;
import io.gnomon.sim.study.StudyDesign;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Figures of the jobs of one site; times in seconds.
 *
 * @param jobs their number
 * @param meanSlowdown mean bounded slowdown, with the bound {@link SiteJob#BOUND}
 * @param p95Slowdown the bounded slowdown that 95 of 100 jobs do not exceed
 * @param utilization CPU seconds of the jobs over those of the site from the first submission to
 *     the last end, 0 to 1
 * @param meanCost mean of the cost that studies minimise by default, on Gnomon's clock
 * @param accountWaits mean wait by account
 */
record RunFigures(
    int jobs,
    double meanWait,
    double meanSlowdown,
    double p95Slowdown,
    long longestWait,
    double utilization,
    double meanCost,
    Map<String, Double> accountWaits) {
  private static final StudyObjective COST = Objectives.create(StudyDesign.OBJECTIVE);

  /**
   * Computes the figures.
   *
   * @param of at least one job
   * @param cpus of the site
   */
  static RunFigures of(Collection<SiteJob> of, int cpus) {
    double[] slowdowns = of.stream().mapToDouble(SiteJob::boundedSlowdown).sorted().toArray();
    long from = of.stream().mapToLong(SiteJob::submit).min().orElseThrow();
    long to = of.stream().mapToLong(SiteJob::end).max().orElseThrow();
    long work = of.stream().mapToLong(job -> job.cpus() * (job.end() - job.start())).sum();
    return new RunFigures(
        of.size(),
        of.stream().mapToLong(SiteJob::waited).average().orElseThrow(),
        of.stream().mapToDouble(SiteJob::boundedSlowdown).average().orElseThrow(),
        slowdowns[(int) Math.ceil(0.95 * slowdowns.length) - 1],
        of.stream().mapToLong(SiteJob::waited).max().orElseThrow(),
        (double) work / ((double) cpus * Math.max(1, to - from)),
        of.stream().mapToDouble(job -> cost(job, cpus)).average().orElseThrow(),
        of.stream()
            .collect(
                Collectors.groupingBy(
                    SiteJob::account, TreeMap::new, Collectors.averagingDouble(SiteJob::waited))));
  }

  private static double cost(SiteJob job, int cpus) {
    ServedJob served = new ServedJob();
    served.wait = (int) Math.max(0, job.waited()) * TunedSite.SPEED;
    served.runtime = (int) Math.max(1, job.end() - job.start()) * TunedSite.SPEED;
    served.width = job.cpus();
    served.processors = cpus;
    return COST.cost(served);
  }
}
