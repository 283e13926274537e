package io.gnomon.sandbox.experiment;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs one pair: two sites, first some jobs while Gnomon only observes one, then others while it
 * tunes it.
 */
final class PairRun {
  private static final String ALIKE = "alike-";
  private static final String TUNED = "tuned-";
  private static final int DRAIN_SECONDS = 1800;
  private static final int RECORD_SECONDS = 60;
  private static final int SUBMITTERS = 6;

  private final Path folder;
  private final @Nullable Path root;
  private final int patience;
  private final Consumer<String> progress;

  /**
   * A runner of pairs.
   *
   * @param folder for the files of the sites; with a short path, and open to all users
   * @param root folder of another release of Slurm, or null
   * @param patience seconds without a further job for which the dashboard may lack some
   * @param progress receives each step before it begins
   */
  PairRun(Path folder, @Nullable Path root, int patience, Consumer<String> progress) {
    this.folder = folder;
    this.root = root;
    this.patience = patience;
    this.progress = progress;
  }

  /**
   * Runs a pair.
   *
   * @param pair its number; site 1 is tuned if it is odd
   * @param kind how it is tuned
   * @param workload name of the log
   * @param alike jobs for two untuned sites; may be empty
   * @param jobs for an untuned and a tuned site
   */
  PairResult run(
      int pair,
      PairKind kind,
      String workload,
      List<SiteWorkload.Job> alike,
      List<SiteWorkload.Job> jobs)
      throws IOException, InterruptedException, TimeoutException {
    progress.accept("pair %d: starting two Slurms ...".formatted(pair));
    try (RealSite first = RealSite.start(folder.resolve("1"), root);
        RealSite second = RealSite.start(folder.resolve("2"), root)) {
      boolean odd = pair % 2 == 1;
      RealSite tuned = odd ? first : second;
      RealSite untuned = odd ? second : first;
      try (Tuning gnomon = kind.start().of(tuned)) {
        progress.accept("pair %d: %d jobs, no site is tuned ...".formatted(pair, alike.size()));
        submit(first, second, alike, ALIKE);
        List<RunFigures> before = figures(first, second, ALIKE, alike.size());
        progress.accept("pair %d: %d jobs, one site is tuned ...".formatted(pair, jobs.size()));
        gnomon.apply(alike.size());
        RealSite.Cost tunedBefore = tuned.cost();
        RealSite.Cost untunedBefore = untuned.cost();
        submit(first, second, jobs, TUNED);
        RealSite.Cost tunedCost = tuned.cost().since(tunedBefore);
        RealSite.Cost untunedCost = untuned.cost().since(untunedBefore);
        Shown shown = gnomon.shown(jobs.size(), patience);
        List<RunFigures> figures = figures(untuned, tuned, TUNED, jobs.size());
        return new PairResult(
            pair,
            kind,
            odd ? 1 : 2,
            workload,
            jobs.size(),
            tuned.version(),
            before,
            figures.get(0),
            figures.get(1),
            untunedCost,
            tunedCost,
            shown,
            PairResult.apart(completed(tuned, TUNED, 0), completed(untuned, TUNED, 0)),
            jobs.size() - figures.get(0).jobs(),
            ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
      }
    }
  }

  /** Submits all jobs to both sites at their times, and waits until both are empty. */
  private static void submit(
      RealSite first, RealSite second, List<SiteWorkload.Job> jobs, String prefix)
      throws IOException, InterruptedException, TimeoutException {
    ScheduledExecutorService clock = Executors.newScheduledThreadPool(SUBMITTERS);
    try {
      List<Future<?>> submissions = new ArrayList<>();
      for (int i = 0; i < jobs.size(); i++) {
        SiteWorkload.Job job = jobs.get(i);
        String name = prefix + i;
        for (RealSite site : List.of(first, second)) {
          submissions.add(
              clock.schedule(
                  () -> {
                    site.submit(job, name);
                    return name;
                  },
                  (long) (1000 * job.submit()),
                  TimeUnit.MILLISECONDS));
        }
      }
      for (Future<?> submission : submissions) {
        submission.get();
      }
    } catch (ExecutionException refused) {
      throw new IOException("a job was not submitted: " + refused.getCause(), refused.getCause());
    } finally {
      clock.shutdownNow();
    }
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DRAIN_SECONDS);
    while (!first.isEmpty() || !second.isEmpty()) {
      if (System.nanoTime() > deadline) {
        throw new TimeoutException(
            "jobs are still active %d s after the last submission".formatted(DRAIN_SECONDS));
      }
      TimeUnit.SECONDS.sleep(1);
    }
  }

  /** The figures of both sites for the jobs that completed on both. */
  private static List<RunFigures> figures(
      RealSite first, RealSite second, String prefix, int expected)
      throws IOException, InterruptedException {
    if (expected == 0) {
      return List.of();
    }
    Collection<SiteJob> one = completed(first, prefix, expected);
    Collection<SiteJob> other = completed(second, prefix, expected);
    List<SiteJob> common = PairResult.common(one, other);
    if (common.isEmpty()) {
      throw new IOException("sacct has no job that completed on both sites");
    }
    return List.of(
        RunFigures.of(common, RealSite.CPUS),
        RunFigures.of(PairResult.common(other, one), RealSite.CPUS));
  }

  /** The completed jobs; slurmctld reports them to slurmdbd some seconds after their end. */
  private static List<SiteJob> completed(RealSite site, String prefix, int expected)
      throws IOException, InterruptedException {
    List<SiteJob> jobs = List.of();
    for (int second = 0; second < RECORD_SECONDS; second++) {
      jobs = site.completed().stream().filter(job -> job.name().startsWith(prefix)).toList();
      if (jobs.size() >= expected) {
        return jobs;
      }
      TimeUnit.SECONDS.sleep(1);
    }
    return jobs;
  }
}
