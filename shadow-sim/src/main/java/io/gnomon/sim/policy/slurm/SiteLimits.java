package io.gnomon.sim.policy.slurm;

import io.gnomon.sim.limit.LimitDefinitions;
import io.gnomon.sim.limit.Limits;
import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.priority.PriorityBasis;
import io.gnomon.sim.priority.PriorityBasis.PartitionBasis;
import io.gnomon.sim.priority.Qos;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The limits and priorities of QOS and partitions that a policy sets. Those of a QOS or partition
 * that the cluster does not have are without effect.
 *
 * @param values by limit
 */
record SiteLimits(Map<SiteLimit, Integer> values) {
  SiteLimits {
    values = Map.copyOf(values);
  }

  /** The limits in a policy. */
  static SiteLimits of(PolicySpec spec) {
    Map<SiteLimit, Integer> values = new LinkedHashMap<>();
    for (String key : spec.parameters().keySet()) {
      Optional<SiteLimit> limit = SiteLimit.of(key);
      limit
          .flatMap(known -> known.parameter().in(spec))
          .ifPresent(value -> values.put(limit.get(), value));
    }
    return new SiteLimits(values);
  }

  /** The parameters of limits that a policy names. */
  static List<Parameter<Optional<Integer>>> parameters(PolicySpec spec) {
    return spec.parameters().keySet().stream()
        .flatMap(key -> SiteLimit.of(key).stream())
        .<Parameter<Optional<Integer>>>map(SiteLimit::parameter)
        .toList();
  }

  /** The site's amounts with these priorities; the same object if nothing changes. */
  PriorityBasis over(PriorityBasis site) {
    Map<String, PartitionBasis> partitions = new HashMap<>(site.partitions());
    Map<String, Long> qos = new HashMap<>(site.qosPriorities());
    values.forEach(
        (limit, value) -> {
          if (limit.attribute() == SiteLimit.Attribute.JOB_FACTOR) {
            partitions.computeIfPresent(
                limit.of(), (name, partition) -> new PartitionBasis(value, partition.tres()));
          } else if (limit.attribute() == SiteLimit.Attribute.QOS_PRIORITY) {
            qos.computeIfPresent(limit.of(), (name, priority) -> (long) value);
          }
        });
    return partitions.equals(site.partitions()) && qos.equals(site.qosPriorities())
        ? site
        : new PriorityBasis(
            site.nodes(), site.cpus(), partitions, qos, site.greatestAssociationPriority());
  }

  /** The site's limits with these; the same object if nothing changes. */
  LimitDefinitions over(LimitDefinitions site) {
    Map<String, Limits> limits = new HashMap<>();
    Map<String, Qos> qos = new HashMap<>(site.qos());
    values.forEach(
        (limit, value) -> {
          if (limit.attribute() == SiteLimit.Attribute.QOS_PRIORITY) {
            qos.computeIfPresent(limit.of(), (name, of) -> of.withPriority(value));
          } else if (qos.containsKey(limit.of())) {
            limit.put(value, limits);
          }
        });
    if (limits.isEmpty() && qos.equals(site.qos())) {
      return site;
    }
    Map<String, Limits> all = new HashMap<>(site.qosLimits());
    limits.forEach((name, own) -> all.put(name, own.over(all.getOrDefault(name, Limits.NONE))));
    return new LimitDefinitions(
        site.tree(), site.limits(), qos, all, site.partitionQos(), site.licenses(), site.safe());
  }
}
