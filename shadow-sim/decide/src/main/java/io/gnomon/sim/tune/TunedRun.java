package io.gnomon.sim.tune;

import io.gnomon.sim.engine.ResourceUse;
import io.gnomon.sim.metric.Schedule;
import io.gnomon.sim.spec.Spec;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The result of a closed loop over a log.
 *
 * @param schedule of all jobs
 * @param decisions one per evaluation, in their order
 * @param use of the nodes; null for a pool of processors
 */
public record TunedRun(Schedule schedule, List<Decision> decisions, @Nullable ResourceUse use) {
  /** Copies the list. */
  public TunedRun {
    decisions = List.copyOf(decisions);
  }

  /** The result of a loop on a pool of processors. */
  public TunedRun(Schedule schedule, List<Decision> decisions) {
    this(schedule, decisions, null);
  }

  /** The number of evaluations that led to a study. */
  public int studies() {
    return (int) decisions.stream().filter(decision -> decision.study() != null).count();
  }

  /** The number of evaluations that led to a change. */
  public int changes() {
    return (int) decisions.stream().filter(Decision::changes).count();
  }

  /** The number of changes by target: a number of partitions, or another policy. */
  public Map<String, Integer> changesTo() {
    Map<String, Integer> counts = new TreeMap<>();
    for (Decision decision : decisions) {
      if (decision.changes()) {
        counts.merge(label(Objects.requireNonNull(decision.chosen())), 1, Integer::sum);
      }
    }
    return counts;
  }

  private static String label(Spec spec) {
    return spec.parameters().getOrDefault("partitions", spec.without("boundaries").toString());
  }
}
