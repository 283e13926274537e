package io.gnomon.sim.engine;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.JobLogBuilder;
import java.util.Random;
import java.util.stream.IntStream;

/** Small workloads for tests. */
public final class Workloads {
  /**
   * Four jobs for one processor. A user asks for 1000 s and runs 10, another runs what it asks for:
   *
   * <pre>
   * job  user  submit  estimate  runtime
   *   1     1       0      1000       10   ends at 10, and its user is known from then on
   *   2     2      10       300      300   alone when it comes: runs from 10 to 310
   *   3     2      20       500      500   such jobs have taken what they asked for
   *   4     1      30      1000       10   such a job has taken 10
   * </pre>
   */
  public static final JobLog SHORTER_THAN_ASKED =
      JobLog.builder()
          .job(1, 0, 10, 1000, 1)
          .by(1, -1, -1)
          .job(2, 10, 300, 300, 1)
          .by(2, -1, -1)
          .job(3, 20, 500, 500, 1)
          .by(2, -1, -1)
          .job(4, 30, 10, 1000, 1)
          .by(1, -1, -1)
          .build();

  private Workloads() {}

  /** How estimates relate to runtimes. */
  public enum Estimates {
    EXACT,
    AT_LEAST,
    ANY
  }

  /** A crowded random log: many jobs of one instant, many ties, estimates as asked. */
  public static JobLog random(long seed, int jobs, int processors, Estimates estimates) {
    Random random = new Random(seed);
    int spread = 1 + random.nextInt(25);
    int longest = 2 + random.nextInt(80);
    JobLogBuilder builder = JobLog.builder();
    int submit = 0;
    for (int job = 0; job < jobs; job++) {
      submit += random.nextInt(3) == 0 ? 0 : random.nextInt(spread);
      int runtime = 1 + random.nextInt(longest);
      int estimate =
          switch (estimates) {
            case EXACT -> runtime;
            case AT_LEAST -> runtime + random.nextInt(longest);
            case ANY -> 1 + random.nextInt(2 * longest);
          };
      builder
          .job(job + 1L, submit, runtime, estimate, 1 + random.nextInt(processors))
          .by(job % 4 - 1, -1, -1);
    }
    return builder.build();
  }

  /** A simulation of a log that has not begun. */
  public static Simulation simulation(JobLog log, int processors, SchedulingPolicy policy) {
    return simulation(log, processors, policy, new ScheduleListener(log.size()));
  }

  /** The same with a listener. */
  public static Simulation simulation(
      JobLog log, int processors, SchedulingPolicy policy, SimulationListener listener) {
    return new Simulation(new ClusterState(processors), policy, new LogArrivals(log), listener);
  }

  /** Runs a whole log and returns its schedule. */
  public static Schedule run(JobLog log, int processors, SchedulingPolicy policy) {
    ScheduleListener listener = new ScheduleListener(log.size());
    simulation(log, processors, policy, listener).run();
    return listener.schedule();
  }

  /** When each job of a log starts under a policy. */
  public static int[] starts(JobLog log, int processors, String policy) {
    Schedule schedule = run(log, processors, Policies.create(policy));
    return IntStream.range(0, log.size()).map(schedule::start).toArray();
  }
}
