package io.gnomon.bridge.slurm.policy;

import io.gnomon.slurm.parameter.SiteLimit;
import io.gnomon.slurm.parameter.SlurmParameter;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A policy in terms of Slurm. What it does not set keeps the site's own value.
 *
 * @param ranges time limits of the partitions to create, or null for none
 * @param options SchedulerParameters in Slurm's units; one that is not in the map keeps the site's
 *     value
 * @param priorities settings of priority/multifactor as {@code scontrol show config} prints them;
 *     one that is not in the map keeps the site's value
 * @param limits limits of QOS and partitions as Slurm prints them; one that is not in the map keeps
 *     the site's value
 * @param order order of the pending jobs, or null for the site's own
 */
public record MappedPolicy(
    @Nullable TimeLimitRanges ranges,
    Map<SlurmParameter, String> options,
    Map<SlurmParameter, String> priorities,
    Map<SiteLimit, String> limits,
    @Nullable JobOrder order) {
  /** Everything as the site has configured it. */
  static final MappedPolicy SITE = new MappedPolicy(null, Map.of(), Map.of(), Map.of(), null);

  /** The options, priorities and limits are copied. */
  public MappedPolicy {
    options = copy(options);
    priorities = copy(priorities);
    limits = Map.copyOf(limits);
  }

  private static Map<SlurmParameter, String> copy(Map<SlurmParameter, String> values) {
    EnumMap<SlurmParameter, String> sorted = new EnumMap<>(SlurmParameter.class);
    sorted.putAll(values);
    return Collections.unmodifiableMap(sorted);
  }
}
