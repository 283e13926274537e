package io.gnomon.events.accounting;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Points of priority of a factor of 1, or of one unit of a TRES; each at least 0.
 *
 * @param age of the time that a job has waited
 * @param association of the priority of the association
 * @param fairShare of the fair share
 * @param jobSize of the size of the job
 * @param partition of the priority of the partition
 * @param qos of the priority of the QOS
 * @param tres points by TRES, such as {@code cpu}, {@code mem} in MiB and {@code gres/gpu}
 */
public record PriorityWeights(
    double age,
    double association,
    double fairShare,
    double jobSize,
    double partition,
    double qos,
    Map<String, Double> tres) {
  /** Copies the map in alphabetical order. */
  public PriorityWeights {
    tres = Collections.unmodifiableMap(new TreeMap<>(tres));
  }
}
