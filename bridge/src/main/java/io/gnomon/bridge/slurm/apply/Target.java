package io.gnomon.bridge.slurm.apply;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a policy asks of a Slurm. What it does not name is the site's own.
 *
 * @param queues the ranges of limits that get partitions of their own, or null
 * @param options SchedulerParameters in Slurm's units, or null; an option that is not among them
 *     has Slurm's default
 * @param order of the waiting jobs, or null
 */
record Target(
    @Nullable QueueRanges queues,
    @Nullable Map<SchedulerOption, String> options,
    @Nullable JobOrder order) {
  /** All as the site has it. */
  static final Target SITE = new Target(null, null, null);

  Target {
    if (options != null) {
      EnumMap<SchedulerOption, String> sorted = new EnumMap<>(SchedulerOption.class);
      sorted.putAll(options);
      options = Collections.unmodifiableMap(sorted);
    }
  }
}
