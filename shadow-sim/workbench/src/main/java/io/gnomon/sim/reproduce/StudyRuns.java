package io.gnomon.sim.reproduce;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.engine.Arrivals;
import io.gnomon.sim.engine.LogArrivals;
import io.gnomon.sim.engine.ScheduleListener;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.metric.Outcome;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.study.ProgressCounter;
import io.gnomon.sim.workload.JobLog;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Simulations of whole logs for the studies. */
final class StudyRuns {
  private StudyRuns() {}

  /** Simulates {@code log} on {@code processors} under a policy. */
  static Outcome outcome(JobLog log, int processors, String policy) {
    return outcome(log, processors, policy, new LogArrivals(log));
  }

  /** Simulates {@code arrivals} of the jobs of {@code log}. */
  static Outcome outcome(JobLog log, int processors, String policy, Arrivals arrivals) {
    ScheduleListener listener = new ScheduleListener(log.size());
    new Simulation(new ClusterState(processors), Policies.create(policy), arrivals, listener).run();
    return new Outcome(log, listener.schedule());
  }

  /**
   * Simulates {@code log} under each policy in parallel and returns a figure of each.
   *
   * @param figures computes the figure of an outcome; called from any thread
   * @param progress counts each simulated policy
   */
  static <T> Map<String, T> each(
      JobLog log,
      int processors,
      Collection<String> policies,
      Function<Outcome, T> figures,
      ProgressCounter progress) {
    Map<String, T> all = new ConcurrentHashMap<>();
    policies.parallelStream()
        .forEach(
            policy -> {
              all.put(policy, figures.apply(outcome(log, processors, policy)));
              progress.completed();
            });
    return all;
  }
}
