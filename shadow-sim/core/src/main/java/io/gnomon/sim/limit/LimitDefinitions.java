package io.gnomon.sim.limit;

import io.gnomon.sim.priority.Qos;
import io.gnomon.sim.priority.fairshare.AssociationTree;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that limits the jobs of a cluster.
 *
 * @param limits by index of the association; those that are not of groups include what is inherited
 * @param qos each QOS by name
 * @param qosLimits by name of the QOS
 * @param partitionQos name of each partition's QOS, by number of the partition
 * @param licenses licences of the cluster by name
 * @param safe {@code AccountingStorageEnforce=safe}: a job starts only if limits on minutes allow
 *     it to run until its time limit
 */
public record LimitDefinitions(
    AssociationTree tree,
    List<Limits> limits,
    Map<String, Qos> qos,
    Map<String, Limits> qosLimits,
    List<Optional<String>> partitionQos,
    Map<String, Integer> licenses,
    boolean safe) {
  /**
   * Copies the collections.
   *
   * @throws IllegalArgumentException if an association has no entry in {@code limits}, or a
   *     partition names an unknown QOS
   */
  public LimitDefinitions {
    limits = List.copyOf(limits);
    qos = Map.copyOf(qos);
    qosLimits = Map.copyOf(qosLimits);
    partitionQos = List.copyOf(partitionQos);
    licenses = Map.copyOf(licenses);
    if (limits.size() != tree.size()) {
      throw new IllegalArgumentException(
          "%d associations have %d limits; allowed is one entry for each"
              .formatted(tree.size(), limits.size()));
    }
    for (Optional<String> name : partitionQos) {
      if (name.isPresent() && !qos.containsKey(name.get())) {
        throw new IllegalArgumentException(
            "a partition has the QOS '%s'; known are %s"
                .formatted(name.get(), qos.keySet().stream().sorted().toList()));
      }
    }
  }

  /** Whether nothing is limited. */
  public boolean isEmpty() {
    return licenses.isEmpty()
        && limits.stream().allMatch(Limits::isEmpty)
        && qosLimits.values().stream().allMatch(Limits::isEmpty);
  }
}
