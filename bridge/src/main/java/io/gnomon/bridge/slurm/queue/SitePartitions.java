package io.gnomon.bridge.slurm.queue;

import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.bridge.slurm.client.SlurmState;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of the site. Those that Gnomon owns divide the jobs of one of them, the base, in
 * the configuration in force. They are no part of the machine, since another configuration would
 * not have them.
 */
final class SitePartitions {
  private final ToIntFunction<String> queues;
  private final @Nullable String base;

  /**
   * The partitions in a state.
   *
   * @param queues index of the configuration's queue that a partition implements, negative for none
   * @param divided name of the base, or null for the default partition
   */
  SitePartitions(ToIntFunction<String> queues, @Nullable String divided, SlurmState state) {
    this.queues = queues;
    base =
        divided != null
            ? divided
            : state.partitions().stream()
                .filter(PartitionRecord::isDefault)
                .map(PartitionRecord::name)
                .findFirst()
                .orElse(null);
  }

  boolean contains(String partition) {
    return queues.applyAsInt(partition) < 0;
  }

  /**
   * The partitions in which a job may run.
   *
   * @param printed names joined by commas
   */
  List<String> of(String printed) {
    return Arrays.stream(printed.split(",", -1))
        .filter(name -> !name.isEmpty())
        .map(name -> contains(name) ? name : base)
        .filter(Objects::nonNull)
        .distinct()
        .toList();
  }
}
