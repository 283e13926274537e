package io.gnomon.sandbox.experiment;

import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Jobs of a log made small: their submissions, runtimes and widths are scaled so that they offer a
 * {@link RealSite} more work than it can do in the time of their submissions. Each job belongs to
 * one of six users, and some need GPUs, much memory or have a higher QOS.
 */
final class SiteWorkload {
  /** Work that is offered to the partition batch, over what it can do. */
  private static final double LOAD = 1.4;

  /** Limits are whole minutes, so they are scaled less than runtimes by this factor. */
  private static final double LIMITS = 3;

  private static final int MINUTE = 60;
  private static final int WIDEST = RealSite.GUESTS_CPUS;
  private static final String[] USERS = {"games", "man", "lp", "mail", "news", "uucp"};
  private static final int HALVINGS = 60;
  private static final int GPU_SHARE = 8;
  private static final int SHARES = 100;

  private SiteWorkload() {}

  /**
   * A job.
   *
   * @param submit seconds after the beginning
   * @param options of sbatch
   * @param seconds it runs, at least 1
   */
  record Job(double submit, String user, List<String> options, int seconds) {
    /** Copies the list. */
    Job {
      options = List.copyOf(options);
    }
  }

  /**
   * Scales jobs.
   *
   * @param log with at least two jobs
   * @param processors of the machine of the log
   * @param span seconds in which they are submitted, at least 1
   * @param seed of users and requests
   * @return in the order of their submissions
   */
  static List<Job> of(JobLog log, int processors, int span, long seed) {
    int jobs = log.size();
    double scale = scale(log, processors, span);
    double first = log.submit(0);
    double faster = span / Math.max(1, log.submit(jobs - 1) - first);
    SplittableRandom random = new SplittableRandom(seed);
    List<Job> scaled = new ArrayList<>();
    for (int job = 0; job < jobs; job++) {
      int seconds = seconds(log, job, scale, span);
      double limit = Math.min(span, log.estimate(job) * scale);
      int minutes = (int) Math.ceil(Math.max(seconds + 1, LIMITS * limit) / MINUTE);
      String user = USERS[random.nextInt(USERS.length)];
      List<String> options = new ArrayList<>(List.of("-t", Integer.toString(minutes)));
      int kind = random.nextInt(SHARES);
      if (kind < GPU_SHARE) {
        options.addAll(List.of("-p", "gpu", "-N", "1", "-n", "4"));
        options.add("--gres=gpu:" + (1 + random.nextInt(4)));
      } else {
        options.addAll(List.of("-n", Integer.toString(width(log, job, processors))));
        if (kind < 2 * GPU_SHARE) {
          options.add("--mem-per-cpu=4000");
        } else if (kind < 3 * GPU_SHARE) {
          options.add("--qos=high");
        }
      }
      scaled.add(new Job((log.submit(job) - first) * faster, user, options, seconds));
    }
    return scaled;
  }

  /**
   * The same jobs, submitted from 0 to the end of another span.
   *
   * @param jobs in the order of their submissions, at least one
   * @param span seconds, at least 1
   */
  static List<Job> within(List<Job> jobs, int span) {
    double first = jobs.get(0).submit();
    double faster = span / Math.max(1, jobs.get(jobs.size() - 1).submit() - first);
    return jobs.stream()
        .map(
            job ->
                new Job((job.submit() - first) * faster, job.user(), job.options(), job.seconds()))
        .toList();
  }

  /** The factor of runtimes with which all jobs are as much work as is offered. */
  private static double scale(JobLog log, int processors, int span) {
    double low = 1e-6;
    double high = 1e3;
    for (int step = 0; step < HALVINGS; step++) {
      double middle = Math.sqrt(low * high);
      double work = 0;
      for (int job = 0; job < log.size(); job++) {
        work += (double) seconds(log, job, middle, span) * width(log, job, processors);
      }
      if (work < LOAD * RealSite.BATCH_CPUS * span) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The scaled runtime: at least a second, at most half of the time of the submissions. */
  private static int seconds(JobLog log, int job, double scale, int span) {
    return (int) Math.max(1, Math.min(span / 2.0, Math.rint(log.runtime(job) * scale)));
  }

  private static int width(JobLog log, int job, int processors) {
    return (int)
        Math.min(WIDEST, Math.ceil((double) log.width(job) * RealSite.BATCH_CPUS / processors));
  }
}
