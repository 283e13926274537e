package io.gnomon.sandbox;

import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import io.gnomon.sim.workload.OverrunRule;
import io.gnomon.sim.workload.Preparation;
import io.gnomon.sim.workload.model.WorkloadGenerator;
import java.util.SplittableRandom;

/**
 * The generated workload of the demo: jobs of {@link WorkloadGenerator} with its daily cycle, in
 * quiet and busy weeks, with fewer jobs on Saturdays and Sundays. The share of jobs that a day does
 * not have is dropped at random. Users belong to five accounts. A seed gives the same jobs on every
 * Java runtime.
 */
final class DemoWorkload {
  /** The default number of processors. */
  static final int PROCESSORS = 128;

  /** The default seed. */
  static final long SEED = 1;

  private static final int HOUR = 3600;
  private static final int DAY = 24 * HOUR;
  private static final int DAYS = 7;
  private static final int WEEK = DAYS * DAY;

  /**
   * The second at which the fast part ends, in the night to Tuesday of the fifth week, a busy one.
   * At {@link #SEED}, the evaluation twenty minutes later has something to propose.
   */
  static final int END = 4 * WEEK + DAY + 4 * HOUR - 1200;

  /**
   * The second at which the fast part ends on nodes, in the evening of the third week's Tuesday. At
   * {@link #SEED} and on the machine {@code gpu}, the evaluation twenty minutes later has something
   * to propose.
   */
  static final int END_ON_NODES = 2 * WEEK + DAY + 22 * HOUR - 1200;

  /** The share of jobs by week; the demo sees four weeks at most, the rest is for visitors. */
  private static final double[] BUSY = {0.4, 0.9, 1, 0.5, 1, 1, 0.8};

  private static final double WEEKEND = 0.45;
  private static final double LOAD = 1;
  private static final int JOBS = 4_000;

  private static final double LOAD_ON_NODES = 0.9;
  private static final int JOBS_ON_NODES = 8_000;
  private static final int ACCOUNTS = 5;

  private DemoWorkload() {}

  /** The jobs, prepared for a machine with that many processors. */
  static JobLog generate(int processors, long seed) {
    return prepared(WorkloadGenerator.generate(JOBS, processors, LOAD, seed), processors, seed);
  }

  /** The jobs, whose requests fit on the machine. */
  static JobLog generate(Machine machine, long seed) {
    return prepared(
        WorkloadGenerator.generate(JOBS_ON_NODES, machine, LOAD_ON_NODES, seed),
        machine.cpus(),
        seed);
  }

  private static JobLog prepared(JobLog all, int processors, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    JobLogBuilder kept = JobLog.builder(all.originEpochSecond());
    for (int job = 0; job < all.size() && all.submit(job) < BUSY.length * WEEK; job++) {
      if (random.nextDouble() < share(all.submit(job))) {
        kept.job(
                all.jobId(job),
                all.submit(job),
                all.runtime(job),
                all.estimate(job),
                all.width(job))
            .by(all.user(job), all.user(job) % ACCOUNTS + 1, all.application(job));
        Request request = all.request(job);
        if (request != null) {
          kept.request(request);
        }
      }
    }
    return new Preparation(processors, OverrunRule.KNOWN).prepare(kept.build()).log();
  }

  /** The share of jobs at a time, from 0 to 1. The origin of a log is a Monday. */
  private static double share(int second) {
    boolean weekend = second / DAY % DAYS >= DAYS - 2;
    return BUSY[second / WEEK] * (weekend ? WEEKEND : 1);
  }
}
