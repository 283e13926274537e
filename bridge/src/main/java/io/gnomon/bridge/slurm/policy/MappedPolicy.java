package io.gnomon.bridge.slurm.policy;

import io.gnomon.bridge.slurm.limit.SiteLimit;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A policy in terms of Slurm. What it does not set keeps the site's own value.
 *
 * @param ranges time limits of the partitions to create, or null for none
 * @param options SchedulerParameters in Slurm's units, or null to leave them unchanged; an option
 *     that is not in the map gets Slurm's default
 * @param priorities settings of priority/multifactor as {@code scontrol show config} prints them;
 *     one that is not in the map keeps the site's value
 * @param limits limits of QOS and partitions as Slurm prints them; one that is not in the map keeps
 *     the site's value
 * @param order order of the pending jobs, or null for the site's own
 */
public record MappedPolicy(
    @Nullable TimeLimitRanges ranges,
    @Nullable Map<SchedulerOption, String> options,
    Map<PrioritySetting, String> priorities,
    Map<SiteLimit, String> limits,
    @Nullable JobOrder order) {
  /** Everything as the site has configured it. */
  static final MappedPolicy SITE = new MappedPolicy(null, null, Map.of(), Map.of(), null);

  /** The options, priorities and limits are copied. */
  public MappedPolicy {
    EnumMap<PrioritySetting, String> settings = new EnumMap<>(PrioritySetting.class);
    settings.putAll(priorities);
    priorities = Collections.unmodifiableMap(settings);
    limits = Map.copyOf(limits);
    if (options != null) {
      EnumMap<SchedulerOption, String> sorted = new EnumMap<>(SchedulerOption.class);
      sorted.putAll(options);
      options = Collections.unmodifiableMap(sorted);
    }
  }
}
