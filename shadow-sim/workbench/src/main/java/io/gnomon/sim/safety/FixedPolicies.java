package io.gnomon.sim.safety;

import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.safety.SafetyRatio.Figure;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.workload.JobLog;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The results of each policy of the library, and of FCFS, kept throughout several logs of one
 * workload.
 */
final class FixedPolicies {
  private static final double FAIR = 1.05;
  private static final Spec EASY = Spec.of("easy");

  private final List<Spec> policies;
  private final List<JobLog> logs;
  // outer list by policy, inner list by log
  private final List<List<Schedule>> schedules;

  FixedPolicies(SafetyRuns runs, List<JobLog> logs, int processors) {
    this.logs = logs;
    Set<Spec> distinct = new LinkedHashSet<>(List.of(EASY));
    distinct.addAll(runs.library());
    distinct.add(Spec.of("fcfs"));
    policies = List.copyOf(distinct);
    int each = logs.size();
    List<Schedule> all =
        runs.each(
            policies.size() * each,
            i -> SafetyRuns.fixed(logs.get(i % each), processors, policies.get(i / each)));
    schedules = new ArrayList<>();
    for (int policy = 0; policy < policies.size(); policy++) {
      schedules.add(all.subList(policy * each, (policy + 1) * each));
    }
  }

  /**
   * The best fixed policy of the workload: the lowest bounded slowdown over all logs, among the
   * policies whose mean wait and worst-off category are at most 5 % worse than under EASY.
   */
  Spec best() {
    return policies.stream()
        .filter(policy -> over(EASY, Figure.WAIT, policy) <= FAIR)
        .filter(policy -> over(EASY, Figure.WORST_CATEGORY, policy) <= FAIR)
        .min(Comparator.comparingDouble(policy -> over(EASY, Figure.SLOWDOWN, policy)))
        .orElse(EASY);
  }

  Schedule schedule(Spec policy, int log) {
    return schedules.get(policies.indexOf(policy)).get(log);
  }

  /**
   * The geometric mean, over the logs, of the ratio of a policy's figure to that of another policy.
   */
  private double over(Spec other, Figure figure, Spec policy) {
    double sum = 0;
    for (int log = 0; log < logs.size(); log++) {
      sum +=
          Math.log(
              SafetyRuns.ratio(
                  SafetyRuns.of(figure, logs.get(log), schedule(policy, log)),
                  SafetyRuns.of(figure, logs.get(log), schedule(other, log))));
    }
    return Math.exp(sum / logs.size());
  }
}
