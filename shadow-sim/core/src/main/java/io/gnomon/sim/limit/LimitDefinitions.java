package io.gnomon.sim.limit;

import io.gnomon.model.accounts.Association;
import io.gnomon.model.accounts.Qos;
import io.gnomon.model.limits.Limits;
import io.gnomon.sim.priority.fairshare.AssociationTree;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All that limits the jobs of a cluster.
 *
 * @param tree accounts and users
 * @param qos each QOS by name
 * @param partitionQos name of each partition's QOS, by number of the partition
 * @param licenses licences of the cluster by name
 * @param safe {@code AccountingStorageEnforce=safe}: a job starts only if limits on minutes allow
 *     it to run until its time limit
 */
public record LimitDefinitions(
    AssociationTree tree,
    Map<String, Qos> qos,
    List<Optional<String>> partitionQos,
    Map<String, Integer> licenses,
    boolean safe) {
  /**
   * Copies the collections.
   *
   * @throws IllegalArgumentException if a partition names an unknown QOS
   */
  public LimitDefinitions {
    qos = Map.copyOf(qos);
    partitionQos = List.copyOf(partitionQos);
    licenses = Map.copyOf(licenses);
    for (Optional<String> name : partitionQos) {
      if (name.isPresent() && !qos.containsKey(name.get())) {
        throw new IllegalArgumentException(
            "a partition has the QOS '%s'; known are %s"
                .formatted(name.get(), qos.keySet().stream().sorted().toList()));
      }
    }
  }

  /** A copy with other QOS. */
  public LimitDefinitions withQos(Map<String, Qos> others) {
    return new LimitDefinitions(tree, others, partitionQos, licenses, safe);
  }

  /** A copy where associations and QOS have no limits. */
  public LimitDefinitions withoutLimits() {
    Map<String, Qos> unlimited = new HashMap<>(qos);
    unlimited.replaceAll((name, of) -> of.withLimits(Limits.NONE));
    return new LimitDefinitions(
        tree.with(one -> one.withLimits(Limits.NONE)), unlimited, partitionQos, licenses, safe);
  }

  /** The limits of a QOS; none if it is not known. */
  public Limits ofQos(String name) {
    Qos of = qos.get(name);
    return of == null ? Limits.NONE : of.limits();
  }

  /** The limits of all associations and QOS. */
  Stream<Limits> all() {
    return Stream.concat(
        tree.all().stream().map(Association::limits), qos.values().stream().map(Qos::limits));
  }

  /** Whether nothing is limited. */
  public boolean isEmpty() {
    return licenses.isEmpty() && all().allMatch(Limits::isEmpty);
  }
}
