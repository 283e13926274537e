package io.gnomon.sim.priority;

import io.gnomon.model.priority.PriorityFlag;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.model.priority.UsageReset;
import io.gnomon.sim.priority.fairshare.ClassicFairShare;
import io.gnomon.sim.priority.fairshare.FairShare;
import io.gnomon.sim.priority.fairshare.FairTree;
import io.gnomon.slurm.parameter.PriorityRows;
import io.gnomon.slurm.parameter.SlurmParameter;
import java.util.Set;

/**
 * The {@code Priority*} parameters of a {@code slurm.conf}.
 *
 * @param halfLifeSeconds {@code PriorityDecayHalfLife}; 0: usage does not decay
 * @param calcPeriodSeconds {@code PriorityCalcPeriod}, at least 1
 * @param maxAgeSeconds {@code PriorityMaxAge}: age of a job whose age factor is 1; at least 1
 * @param favorsSmall {@code PriorityFavorSmall}: whether small jobs have the larger size factor
 * @param dampening {@code FairShareDampeningFactor} of classic fair share, at least 1
 * @param usageReset {@code PriorityUsageResetPeriod}
 */
public record PrioritySettings(
    long halfLifeSeconds,
    int calcPeriodSeconds,
    long maxAgeSeconds,
    boolean favorsSmall,
    int dampening,
    UsageReset usageReset,
    Set<PriorityFlag> flags,
    PriorityWeights weights) {
  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException for a value out of range
   */
  public PrioritySettings {
    if (halfLifeSeconds < 0 || calcPeriodSeconds < 1 || maxAgeSeconds < 1 || dampening < 1) {
      throw new IllegalArgumentException(
          ("half-life is %d s, calculation period %d s, maximum age %d s and dampening factor %d;"
                  + " they must be at least 0, 1, 1 and 1")
              .formatted(halfLifeSeconds, calcPeriodSeconds, maxAgeSeconds, dampening));
    }
    flags = Set.copyOf(flags);
  }

  /** Whether a flag is set. */
  public boolean has(PriorityFlag flag) {
    return flags.contains(flag);
  }

  /** The fair share of the cluster: Fair Tree, or classic with {@code NO_FAIR_TREE}. */
  public FairShare fairShare() {
    return has(PriorityFlag.NO_FAIR_TREE) ? new ClassicFairShare(dampening) : new FairTree();
  }

  /** A weight in points, the greatest age or the half-life in seconds. */
  public double value(SlurmParameter row) {
    return switch (row) {
      case PRIORITY_MAX_AGE -> maxAgeSeconds;
      case PRIORITY_DECAY_HALF_LIFE -> halfLifeSeconds;
      default ->
          PriorityRows.factor(row)
              .map(weights::of)
              .orElseThrow(
                  () -> new IllegalArgumentException(row + " is no number of the priorities"));
    };
  }
}
