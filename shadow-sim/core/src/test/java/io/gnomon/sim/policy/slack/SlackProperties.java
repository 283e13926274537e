package io.gnomon.sim.policy.slack;

import static org.assertj.core.api.Assertions.assertThat;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.engine.Workloads;
import io.gnomon.sim.engine.Workloads.Estimates;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.workload.JobLog;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;

class SlackProperties {

  @Property(tries = 300)
  void noJobStartsLaterThanItsSlackAllowedAtItsSubmission(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 24) int processors,
      @ForAll @DoubleRange(max = 5) double factor,
      @ForAll Heuristic heuristic,
      @ForAll boolean exact) {
    JobLog log =
        Workloads.random(seed, 60, processors, exact ? Estimates.EXACT : Estimates.AT_LEAST);
    SlackBased policy =
        (SlackBased)
            Policies.create(
                "slack(average-wait=60s, factor="
                    + Math.round(factor * 100) / 100.0
                    + ", heuristic="
                    + heuristic.word()
                    + ")");
    ClusterState state = new ClusterState(processors);
    ScheduleListener listener = new ScheduleListener(log.size());
    Simulation simulation = new Simulation(state, policy, new LogArrivals(log), listener);
    int[] latest = new int[log.size()];
    while (simulation.step()) {
      int slot = state.waiting().first();
      for (; slot != ClusterState.NONE; slot = state.waiting().next(slot)) {
        int job = state.job(slot);
        if (latest[job] == 0) {
          latest[job] = policy.latestStart(slot);
        }
        assertThat(policy.latestStart(slot)).as("job %d", job).isEqualTo(latest[job]);
      }
    }
    for (int job = 0; job < log.size(); job++) {
      int start = listener.schedule().start(job);
      if (latest[job] > 0) {
        assertThat(start).as("job %d", job).isLessThanOrEqualTo(latest[job]);
      } else {
        assertThat(start).as("job %d, which never waited", job).isEqualTo(log.submit(job));
      }
    }
  }
}
