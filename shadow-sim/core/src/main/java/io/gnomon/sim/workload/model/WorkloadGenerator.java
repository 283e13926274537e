package io.gnomon.sim.workload.model;

import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import java.util.SplittableRandom;

/**
 * Generates a workload: widths, runtimes and arrivals after {@link LublinModel}, users after {@link
 * UserSessions}, and estimates after {@link TsafrirEstimates}; for a machine of nodes, requests
 * after {@link NodeApplications}.
 *
 * <p>The load is the offered load: the jobs' work divided by the machine's capacity between the
 * first and the last submission. On nodes, a job counts for the nodes that it fills: the largest of
 * the shares of their CPUs, memory and GPUs that it requests. The load is reached by stretching the
 * time between submissions, not the day, so that the daily cycle keeps its 24 hours. A seed gives
 * the same log on every Java runtime. O(n log n).
 */
public final class WorkloadGenerator {
  /** Monday, 2024-01-01T00:00:00Z, the origin of every generated log. */
  public static final long ORIGIN_EPOCH_SECOND = 1_704_067_200L;

  private static final int JOBS_PER_USER = 120;
  private static final int FEWEST_USERS = 8;

  private final SplittableRandom random;
  private final LublinModel model;
  private final ApplicationModel applications;

  private WorkloadGenerator(LublinModel model, ApplicationModel applications, long seed) {
    this.model = model;
    this.applications = applications;
    this.random = new SplittableRandom(seed);
  }

  /**
   * Generates a log of {@code jobs} jobs, numbered from 1, for a machine of {@code processors}.
   *
   * @param load offered load, positive; 1 keeps an ideal machine just busy
   * @throws IllegalArgumentException if a number is out of range, or the log would last longer than
   *     {@link JobLog#MAX_SECONDS}
   */
  public static JobLog generate(int jobs, int processors, double load, long seed) {
    if (jobs < 1 || processors < 1 || !(load > 0) || Double.isInfinite(load)) {
      throw new IllegalArgumentException(
          "cannot generate %d jobs for %d processors at load %s: all three must be positive"
              .formatted(jobs, processors, load));
    }
    LublinModel model = new LublinModel(processors);
    return new WorkloadGenerator(model, new PoolApplications(model, processors), seed)
        .log(jobs, load);
  }

  /**
   * Generates a log of {@code jobs} jobs, numbered from 1, whose requests fit on {@code machine}.
   *
   * @param load offered load, positive; 1 keeps an ideal machine just busy
   * @throws IllegalArgumentException if a number is out of range, the log would last longer than
   *     {@link JobLog#MAX_SECONDS}, or no job can run on the machine
   */
  public static JobLog generate(int jobs, Machine machine, double load, long seed) {
    if (jobs < 1 || !(load > 0) || Double.isInfinite(load)) {
      throw new IllegalArgumentException(
          "cannot generate %d jobs at load %s: both must be positive".formatted(jobs, load));
    }
    LublinModel model = new LublinModel(machine.cpus());
    return new WorkloadGenerator(model, new NodeApplications(machine), seed).log(jobs, load);
  }

  private JobLog log(int jobs, double load) {
    UserSessions sessions =
        new UserSessions(applications, Math.max(FEWEST_USERS, jobs / JOBS_PER_USER), random);
    Application[] application = new Application[jobs];
    int[] runtime = new int[jobs];
    int last = 0;
    double area = 0;
    for (int job = 0; job < jobs; job++) {
      application[job] = sessions.next();
      runtime[job] = sessions.runtime(application[job]);
      last = Math.max(last, application[job].number());
      area += (double) runtime[job] * application[job].held();
    }
    int[] longest = new int[last];
    for (int job = 0; job < jobs; job++) {
      int number = application[job].number() - 1;
      longest[number] = Math.max(longest[number], runtime[job]);
    }
    int[] estimate = new TsafrirEstimates().assign(longest, random);
    int[] submit = submits(jobs, area / (applications.capacity() * load));
    JobLogBuilder log = JobLog.builder(ORIGIN_EPOCH_SECOND);
    for (int job = 0; job < jobs; job++) {
      Application program = application[job];
      int limit = Math.min(estimate[program.number() - 1], program.longest());
      log.job(job + 1, submit[job], runtime[job], limit, program.width())
          .by(program.user(), JobLog.UNKNOWN, program.number());
      Request request = program.request();
      if (request != null) {
        log.request(request);
      }
    }
    return log.build();
  }

  /** Submission times with {@code duration} seconds between the first and the last. */
  private int[] submits(int jobs, double duration) {
    double[] weighted = new double[jobs];
    double sum = 0;
    for (int job = 0; job < jobs; job++) {
      weighted[job] = sum;
      sum += model.gap(random);
    }
    DailyCycle day = model.dailyCycle();
    double stretch = jobs == 1 ? 0 : day.weighted(duration) / weighted[jobs - 1];
    int[] submit = new int[jobs];
    for (int job = 0; job < jobs; job++) {
      double time = day.clock(stretch * weighted[job]);
      if (time > JobLog.MAX_SECONDS) {
        throw new IllegalArgumentException(
            "the log would last longer than %d s: use fewer jobs, more processors or a higher load"
                .formatted(JobLog.MAX_SECONDS));
      }
      submit[job] = (int) time;
    }
    return submit;
  }
}
