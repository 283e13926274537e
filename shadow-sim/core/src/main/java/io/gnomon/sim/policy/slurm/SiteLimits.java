package io.gnomon.sim.policy.slurm;

import io.gnomon.model.accounts.Qos;
import io.gnomon.sim.limit.LimitDefinitions;
import io.gnomon.sim.policy.slurm.parameter.PolicyParameters;
import io.gnomon.sim.priority.PriorityBasis;
import io.gnomon.sim.priority.PriorityBasis.PartitionBasis;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
import io.gnomon.slurm.parameter.SiteLimit;
import io.gnomon.slurm.parameter.SlurmParameter;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
  static SiteLimits of(Spec spec) {
    Map<SiteLimit, Integer> values = new LinkedHashMap<>();
    for (SiteLimit limit : in(spec)) {
      PolicyParameters.value(limit, spec).ifPresent(value -> values.put(limit, value));
    }
    return new SiteLimits(values);
  }

  /** The parameters of limits that a policy names. */
  static List<Parameter<?>> parameters(Spec spec) {
    return in(spec).stream().<Parameter<?>>map(PolicyParameters::of).toList();
  }

  private static List<SiteLimit> in(Spec spec) {
    return spec.parameters().keySet().stream().flatMap(key -> SiteLimit.of(key).stream()).toList();
  }

  /** The site's amounts with these priorities; the same object if nothing changes. */
  PriorityBasis over(PriorityBasis site) {
    Map<String, PartitionBasis> partitions = new HashMap<>(site.partitions());
    Map<String, Long> qos = new HashMap<>(site.qosPriorities());
    values.forEach(
        (limit, value) -> {
          if (limit.row() == SlurmParameter.PARTITION_JOB_FACTOR) {
            partitions.computeIfPresent(
                limit.of(), (name, partition) -> new PartitionBasis(value, partition.tres()));
          } else if (limit.row() == SlurmParameter.QOS_PRIORITY) {
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
    Map<String, Qos> qos = new HashMap<>(site.qos());
    values.forEach(
        (limit, value) ->
            qos.computeIfPresent(
                limit.of(),
                (name, of) ->
                    limit.row() == SlurmParameter.QOS_PRIORITY
                        ? of.withPriority(value)
                        : of.withLimits(new SimulatedLimit(limit).with(value, of.limits()))));
    return qos.equals(site.qos()) ? site : site.withQos(qos);
  }
}
