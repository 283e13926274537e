package io.gnomon.bridge.slurm.accounting;

import io.gnomon.bridge.slurm.client.PartitionRecord;
import io.gnomon.events.accounting.PriorityParameters;
import io.gnomon.model.priority.PriorityFlag;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.slurm.mapping.PriorityMapping;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The parameters of priority/multifactor that an event declares. */
final class DeclaredPriority {
  private DeclaredPriority() {}

  /**
   * Returns the parameters, or null under another plugin than priority/multifactor.
   *
   * @param settings as {@code scontrol show config} prints them
   * @param notes receives what cannot be mapped
   */
  static @Nullable PriorityParameters of(
      Map<String, String> settings, List<PartitionRecord> partitions, List<String> notes) {
    if (!settings.getOrDefault("PriorityType", "").equals("priority/multifactor")) {
      return null;
    }
    Map<String, Integer> factors = new TreeMap<>();
    partitions.stream()
        .filter(one -> one.jobFactor() != 1)
        .forEach(one -> factors.put(one.name(), one.jobFactor()));
    PrioritySettings priority =
        PriorityMapping.settings(
            key -> settings.getOrDefault(key, ""),
            (key, item, why) -> notes.add(key + ": " + item));
    if (priority.has(PriorityFlag.MAX_TRES_GRES)) { // which events do not have
      notes.add("PriorityFlags: " + PriorityFlag.MAX_TRES_GRES);
    }
    return new PriorityParameters(priority, factors);
  }
}
