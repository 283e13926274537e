package io.gnomon.sim.priority;

import io.gnomon.model.priority.PriorityFlag;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.model.priority.PriorityWeights;
import java.util.HashMap;
import java.util.Map;

/**
 * Computes the priority of waiting jobs as {@code priority/multifactor} does. Immutable and
 * thread-safe; costs O(number of TRES weights) per job.
 *
 * <p>Source: Slurm manual, Multifactor Priority Plugin, and slurm.conf, {@code Priority*}.
 */
public final class MultifactorPriority {
  private static final double SECONDS_PER_MINUTE = 60;

  private final PrioritySettings settings;
  private final PriorityBasis basis;
  private final long greatestJobFactor;
  private final long greatestQosPriority;

  /** Creates the priority of a cluster. */
  public MultifactorPriority(PrioritySettings settings, PriorityBasis basis) {
    this.settings = settings;
    this.basis = basis;
    greatestJobFactor = basis.greatestJobFactor();
    greatestQosPriority = basis.greatestQosPriority();
  }

  /**
   * The factors of a job.
   *
   * @param fairShare fair-share factor of the job's association, from 0 to 1
   * @param nowSeconds time of the recalculation
   * @throws IllegalArgumentException for an unknown partition or QOS
   */
  public PriorityFactors of(PriorityJob job, double fairShare, long nowSeconds) {
    PriorityWeights weights = settings.weights();
    PriorityBasis.PartitionBasis partition =
        known("partition", job.partition(), basis.partitions());
    return new PriorityFactors(
        agePoints(job.submitSeconds(), job.eligibleSeconds(), nowSeconds),
        weights.association()
            * relative(
                job.associationPriority(),
                basis.greatestAssociationPriority(),
                PriorityFlag.NO_NORMAL_ASSOC),
        weights.fairShare() * fairShare,
        weights.jobSize() * size(job),
        weights.partition()
            * relative(partition.jobFactor(), greatestJobFactor, PriorityFlag.NO_NORMAL_PART),
        weights.qos()
            * relative(
                job.qos().isEmpty() ? 0 : known("QOS", job.qos(), basis.qosPriorities()),
                greatestQosPriority,
                PriorityFlag.NO_NORMAL_QOS),
        tres(job, partition),
        job.site(),
        job.nice());
  }

  private static <T> T known(String kind, String name, Map<String, T> values) {
    T value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          kind
              + " '"
              + name
              + "' is unknown; known are "
              + values.keySet().stream().sorted().toList());
    }
    return value;
  }

  /** The points for the age of a job that was submitted and became eligible at these times. */
  public double agePoints(long submitSeconds, long eligibleSeconds, long nowSeconds) {
    long since = settings.has(PriorityFlag.ACCRUE_ALWAYS) ? submitSeconds : eligibleSeconds;
    double factor =
        since >= nowSeconds
            ? 0
            : Math.min(1, (nowSeconds - since) / (double) settings.maxAgeSeconds());
    return settings.weights().age() * factor;
  }

  private double relative(long value, long greatest, PriorityFlag raw) {
    if (settings.has(raw)) {
      return value;
    }
    return greatest == 0 ? 0 : value / (double) greatest;
  }

  private double size(PriorityJob job) {
    double cpus = basis.cpus();
    double size;
    if (settings.has(PriorityFlag.SMALL_RELATIVE_TO_TIME)) {
      double counted = Math.max(job.cpus(), job.nodes() * cpus / basis.nodes());
      double minutes = Math.max(1, job.timeLimitSeconds() / SECONDS_PER_MINUTE);
      size = counted / minutes / cpus;
    } else {
      size = (job.nodes() / (double) basis.nodes() + job.cpus() / cpus) / 2;
    }
    double factor = Math.max(0, Math.min(1, size));
    return settings.favorsSmall() ? 1 - factor : factor;
  }

  private Map<String, Double> tres(PriorityJob job, PriorityBasis.PartitionBasis partition) {
    Map<String, Double> points = new HashMap<>();
    settings
        .weights()
        .tres()
        .forEach(
            (name, weight) -> {
              double amount = job.tres().getOrDefault(name, 0.0);
              if (!settings.has(PriorityFlag.NO_NORMAL_TRES)) {
                double all = partition.tres().getOrDefault(name, 0.0);
                amount = all == 0 ? 0 : amount / all;
              }
              points.put(name, weight * amount);
            });
    return points;
  }
}
