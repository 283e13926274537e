package io.gnomon.sim.study;

import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.multiqueue.MultiQueueFamily;
import java.util.Map;

/**
 * The approximate duration of a simulation relative to one under EASY. A caller that waits for all
 * simulations of a study starts the longest first, so that its threads finish at about the same
 * time. No result depends on it.
 */
public final class RelativeCost {
  // see docs/performance.md; policies of plug-in modules are assumed to be slow
  private static final Map<String, Integer> FAMILIES =
      Map.of("fcfs", 1, "easy", 2, MultiQueueFamily.NAME, 3, "conservative", 12, "slurm", 20);
  private static final int SLOW = 100;
  private static final PolicySpec EASY = PolicySpec.of("easy");

  private RelativeCost() {}

  /** The relative duration of simulations under a policy. */
  public static double of(PolicySpec policy) {
    String partitions = policy.parameters().get(MultiQueueFamily.PARTITIONS.name());
    if (policy.name().equals(MultiQueueFamily.NAME) && partitions != null) {
      return 1 + Integer.parseInt(partitions) / 2.0;
    }
    return policy.equals(EASY) ? 1 : FAMILIES.getOrDefault(policy.name(), SLOW);
  }
}
