package io.gnomon.model.priority;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code PriorityWeight*}: points of priority of a factor of 1, or of one unit of a TRES; each at
 * least 0.
 *
 * @param age of the time that a job has waited
 * @param association of the priority of the association
 * @param fairShare of the fair share
 * @param jobSize of the size of the job
 * @param partition of the priority of the partition
 * @param qos of the priority of the QOS
 * @param tres points by TRES, such as {@code cpu}, {@code mem} in MiB, {@code node} and {@code
 *     gres/gpu}
 */
public record PriorityWeights(
    double age,
    double association,
    double fairShare,
    double jobSize,
    double partition,
    double qos,
    Map<String, Double> tres) {
  /**
   * Checks the weights.
   *
   * @throws IllegalArgumentException for a weight below 0
   */
  public PriorityWeights {
    double least =
        Math.min(
            Math.min(Math.min(age, association), Math.min(fairShare, jobSize)),
            Math.min(partition, qos));
    for (double weight : tres.values()) {
      least = Math.min(least, weight);
    }
    if (!(least >= 0)) {
      throw new IllegalArgumentException(
          "a priority weight is " + least + "; weights must be at least 0");
    }
    tres = Collections.unmodifiableMap(new TreeMap<>(tres));
  }
}
