package io.gnomon.events.accounting;

import io.gnomon.model.priority.PrioritySettings;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The parameters of Slurm's multifactor priority.
 *
 * @param partitions priority by name of the partition; that of others is 1
 */
public record PriorityParameters(PrioritySettings settings, Map<String, Integer> partitions) {
  /** Copies the map, in alphabetical order. */
  public PriorityParameters {
    partitions = Collections.unmodifiableMap(new TreeMap<>(partitions));
  }
}
