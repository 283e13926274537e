package io.gnomon.sim.study;

import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.multiqueue.MultiQueueFamily;
import java.util.Map;

/**
 * About how long a simulation takes, beside one under EASY. Where all of a study's simulations are
 * awaited, the longest begin, so that the threads end together; no result depends on it.
 */
public final class RelativeCost {
  // docs/performance.md; the policies of an administrator's own module are taken to be slow
  private static final Map<String, Integer> FAMILIES =
      Map.of("fcfs", 1, "easy", 2, MultiQueueFamily.NAME, 3, "conservative", 12, "slurm", 20);
  private static final int SLOW = 100;
  private static final PolicySpec EASY = PolicySpec.of("easy");

  private RelativeCost() {}

  /** A figure to compare with those of other policies. */
  public static double of(PolicySpec policy) {
    String partitions = policy.parameters().get(MultiQueueFamily.PARTITIONS.name());
    if (policy.name().equals(MultiQueueFamily.NAME) && partitions != null) {
      return 1 + Integer.parseInt(partitions) / 2.0;
    }
    return policy.equals(EASY) ? 1 : FAMILIES.getOrDefault(policy.name(), SLOW);
  }
}
