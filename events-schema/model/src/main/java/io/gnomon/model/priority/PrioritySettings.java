package io.gnomon.model.priority;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The {@code Priority*} parameters of Slurm's multifactor priority. Source: Slurm manual,
 * slurm.conf.
 *
 * @param weights points of the factors
 * @param maxAgeSeconds {@code PriorityMaxAge}: age of a job whose age factor is 1; at least 1
 * @param halfLifeSeconds {@code PriorityDecayHalfLife}; 0: usage does not decay
 * @param calcPeriodSeconds {@code PriorityCalcPeriod}, at least 1
 * @param favorsSmall {@code PriorityFavorSmall}: whether small jobs have the larger size factor
 * @param dampening {@code FairShareDampeningFactor} of classic fair share, at least 1
 * @param usageReset {@code PriorityUsageResetPeriod}
 * @param flags {@code PriorityFlags} in their order
 */
public record PrioritySettings(
    PriorityWeights weights,
    long maxAgeSeconds,
    long halfLifeSeconds,
    int calcPeriodSeconds,
    boolean favorsSmall,
    int dampening,
    UsageReset usageReset,
    Set<PriorityFlag> flags) {
  /** Slurm's default of the greatest age and of the half-life: 7 days. */
  public static final int DEFAULT_SECONDS = 604_800;

  /** Slurm's default of the calculation period: 5 minutes. */
  public static final int DEFAULT_CALC_SECONDS = 300;

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
    flags = Collections.unmodifiableSet(new LinkedHashSet<>(flags));
  }

  /** Slurm's defaults with other weights. */
  public PrioritySettings(PriorityWeights weights) {
    this(
        weights,
        DEFAULT_SECONDS,
        DEFAULT_SECONDS,
        DEFAULT_CALC_SECONDS,
        false,
        1,
        UsageReset.NONE,
        Set.of());
  }

  /** Whether a flag is set. */
  public boolean has(PriorityFlag flag) {
    return flags.contains(flag);
  }
}
