package io.gnomon.events.accounting;

import io.gnomon.events.EventData;
import io.gnomon.model.priority.PriorityFlag;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.model.priority.UsageReset;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The parameters of Slurm's multifactor priority. Absent components have Slurm's defaults.
 *
 * @param weights the weights of the factors
 * @param maxAgeSeconds the wait at which the factor of the age is 1, or {@link EventData#NONE} for
 *     7 days
 * @param decayHalfLifeSeconds half-life of usage, 0 if it does not decay, or {@link EventData#NONE}
 *     for 7 days
 * @param calcPeriodSeconds time between calculations of usage and priorities, or {@link
 *     EventData#NONE} for 5 minutes
 * @param favorsSmall whether small jobs have the larger factor
 * @param dampeningFactor of the classic fair share, or {@link EventData#NONE} for 1
 * @param usageReset when usage is set to 0
 * @param flags what differs from the default
 * @param partitions priority by name of the partition; that of others is 1
 */
public record PriorityParameters(
    PriorityWeights weights,
    int maxAgeSeconds,
    int decayHalfLifeSeconds,
    int calcPeriodSeconds,
    boolean favorsSmall,
    int dampeningFactor,
    UsageReset usageReset,
    List<PriorityFlag> flags,
    Map<String, Integer> partitions) {
  /** Copies the list and the map, the latter in alphabetical order. */
  public PriorityParameters {
    flags = List.copyOf(flags);
    partitions = Collections.unmodifiableMap(new TreeMap<>(partitions));
  }
}
