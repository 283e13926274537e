package io.gnomon.sim.reproduce;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.backfill.Conservative;
import io.gnomon.sim.reproduce.ReproducedStudy.Figure;
import io.gnomon.sim.reproduce.ReproducedStudy.Table;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import java.util.Arrays;
import java.util.List;

/**
 * Table 3 of perkovic2000: the ratio of the delay that conservative backfilling guarantees at
 * submission to the actual delay, for jobs that do not start immediately.
 */
final class GuaranteedDelays {
  private GuaranteedDelays() {}

  static Table table(JobLog log, int processors) {
    double[] ratios = ratios(log, processors);
    Arrays.sort(ratios);
    return new Table(
        "Table 3: guaranteed over actual delay",
        List.of(
            new Figure("mean", "", 16.33, Arrays.stream(ratios).average().orElse(0)),
            new Figure("median", "", 3.89, percentile(ratios, 0.5)),
            new Figure("15 % of jobs below", "", 1.67, percentile(ratios, 0.15)),
            new Figure("85 % of jobs below", "", 14.83, percentile(ratios, 0.85))));
  }

  private static double percentile(double[] sorted, double share) {
    return sorted[(int) (share * (sorted.length - 1))];
  }

  private static double[] ratios(JobLog log, int processors) {
    Conservative policy = (Conservative) Policies.create(Spec.of("conservative"));
    ClusterState state = new ClusterState(processors);
    int[] guaranteed = new int[log.size()];
    ScheduleListener listener = new ScheduleListener(log.size());
    Simulation simulation = new Simulation(state, policy, new LogArrivals(log), listener);
    while (simulation.step()) {
      int slot = state.waiting().first();
      for (; slot != ClusterState.NONE; slot = state.waiting().next(slot)) {
        int job = state.job(slot);
        if (guaranteed[job] == 0) {
          guaranteed[job] = policy.guarantee(slot);
        }
      }
    }
    Schedule schedule = listener.schedule();
    double[] ratios = new double[log.size()];
    int count = 0;
    for (int job = 0; job < log.size(); job++) {
      int delay = schedule.start(job) - log.submit(job);
      if (guaranteed[job] > 0) {
        ratios[count++] = (double) (guaranteed[job] - log.submit(job)) / delay;
      }
    }
    return Arrays.copyOf(ratios, count);
  }
}
