package io.gnomon.sim.workload.model;

import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.workload.JobLog;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Generates a workload: widths, runtimes and arrivals after {@link LublinModel}, users after {@link
 * UserSessions}, and estimates after {@link TsafrirEstimates}; for a machine of nodes, requests
 * after {@link NodeApplications}.
 *
 * <p>The load is the offered load: the jobs' work divided by the machine's capacity between the
 * first and the last submission. On nodes, a job counts for the nodes that it fills: the largest of
 * the shares of their CPUs, memory and GPUs that it requests. The load is reached by stretching the
 * time between submissions, not the day, so that the daily cycle keeps its 24 hours. Where a log at
 * that load would last longer than {@link #LONGEST_SECONDS}, what all runtimes have beyond a second
 * is shortened by one factor, so that it lasts no longer. A seed gives the same log on every Java
 * runtime. O(n log n).
 */
public final class WorkloadGenerator {
  /** Monday, 2024-01-01T00:00:00Z, the origin of every generated log. */
  public static final long ORIGIN_EPOCH_SECOND = 1_704_067_200L;

  /** The maximum of a submission time; a simulator's clock has as long again to drain the queue. */
  public static final int LONGEST_SECONDS = JobLog.MAX_SECONDS / 2;

  private static final int USER_JOBS = 120;
  private static final int FEWEST_USERS = 8;

  private final SplittableRandom random;
  private final LublinModel model;
  private final ApplicationModel applications;

  private WorkloadGenerator(LublinModel model, ApplicationModel applications, long seed) {
    this.model = model;
    this.applications = applications;
    this.random = new SplittableRandom(seed);
  }

  /** All jobs of {@link #draw(int, int, double, long)}. */
  public static JobLog generate(int jobs, int processors, double load, long seed) {
    return draw(jobs, processors, load, seed).jobs(0, jobs);
  }

  /** All jobs of {@link #draw(int, Machine, double, long)}. */
  public static JobLog generate(int jobs, Machine machine, double load, long seed) {
    return draw(jobs, machine, load, seed).jobs(0, jobs);
  }

  /**
   * Draws {@code jobs} jobs, numbered from 1, for a machine of {@code processors}.
   *
   * @param load offered load, positive; 1 keeps an ideal machine just busy
   * @throws IllegalArgumentException if a number is out of range, or the log would last longer than
   *     {@link #LONGEST_SECONDS} even with runtimes of a second
   */
  public static GeneratedWorkload draw(int jobs, int processors, double load, long seed) {
    if (jobs < 1 || processors < 1 || !(load > 0) || Double.isInfinite(load)) {
      throw new IllegalArgumentException(
          "cannot generate %d jobs for %d processors at load %s: all three must be positive"
              .formatted(jobs, processors, load));
    }
    LublinModel model = new LublinModel(processors);
    return new WorkloadGenerator(model, new PoolApplications(model, processors), seed)
        .workload(jobs, load);
  }

  /**
   * Draws {@code jobs} jobs, numbered from 1, whose requests fit on {@code machine}.
   *
   * @param load offered load, positive; 1 keeps an ideal machine just busy
   * @throws IllegalArgumentException if a number is out of range, the log would last longer than
   *     {@link #LONGEST_SECONDS} even with runtimes of a second, or no job can run on the machine
   */
  public static GeneratedWorkload draw(int jobs, Machine machine, double load, long seed) {
    if (jobs < 1 || !(load > 0) || Double.isInfinite(load)) {
      throw new IllegalArgumentException(
          "cannot generate %d jobs at load %s: both must be positive".formatted(jobs, load));
    }
    LublinModel model = new LublinModel(machine.cpus());
    return new WorkloadGenerator(model, new NodeApplications(machine), seed).workload(jobs, load);
  }

  private GeneratedWorkload workload(int jobs, double load) {
    UserSessions sessions =
        new UserSessions(applications, Math.max(FEWEST_USERS, jobs / USER_JOBS), random);
    Application[] application = new Application[jobs];
    int[] runtime = new int[jobs];
    int last = 0;
    for (int job = 0; job < jobs; job++) {
      application[job] = sessions.next();
      runtime[job] = sessions.runtime(application[job]);
      last = Math.max(last, application[job].number());
    }
    double capacity = applications.capacity() * load;
    double least = Arrays.stream(application).mapToDouble(Application::held).sum();
    double room = LONGEST_SECONDS * capacity - least;
    if (room < 0) {
      throw new IllegalArgumentException(
          "the log would last longer than %d s: use fewer jobs, more processors or a higher load"
              .formatted(LONGEST_SECONDS));
    }
    double factor = Math.min(1, room / (area(application, runtime) - least));
    int[] longest = new int[last];
    for (int job = 0; job < jobs; job++) {
      runtime[job] = (int) (1 + factor * (runtime[job] - 1));
      int number = application[job].number() - 1;
      longest[number] = Math.max(longest[number], runtime[job]);
    }
    double duration = area(application, runtime) / capacity;
    int[] estimate = new TsafrirEstimates().assign(longest, random);
    return new GeneratedWorkload(application, runtime, estimate, submits(jobs, duration), factor);
  }

  private static double area(Application[] application, int[] runtime) {
    double area = 0;
    for (int job = 0; job < runtime.length; job++) {
      area += (double) runtime[job] * application[job].held();
    }
    return area;
  }

  /** Submission times with {@code duration} seconds between the first and the last. */
  private int[] submits(int jobs, double duration) {
    double[] weighted = new double[jobs];
    for (int job = 1; job < jobs; job++) {
      weighted[job] = weighted[job - 1] + model.gap(random);
    }
    DailyCycle day = model.dailyCycle();
    double stretch = jobs == 1 ? 0 : day.weighted(duration) / weighted[jobs - 1];
    int[] submit = new int[jobs];
    for (int job = 0; job < jobs; job++) {
      submit[job] = (int) day.clock(stretch * weighted[job]);
    }
    return submit;
  }
}
