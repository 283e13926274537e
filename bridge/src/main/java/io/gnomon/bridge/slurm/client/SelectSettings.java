package io.gnomon.bridge.slurm.client;

import io.gnomon.model.machine.AllocationUnit;
import io.gnomon.model.machine.Selection;
import io.gnomon.slurm.mapping.SelectionMapping;
import java.util.Map;

/**
 * How a Slurm cluster allocates nodes.
 *
 * @param defaultMemoryPerCpu {@code DefMemPerCPU} in MiB, or {@link JobRecord#NONE}
 * @param defaultMemoryPerNode {@code DefMemPerNode} in MiB, or {@link JobRecord#NONE}
 */
public record SelectSettings(
    Selection selection, long defaultMemoryPerCpu, long defaultMemoryPerNode) {
  /** Reads the settings in the output of {@code scontrol show config}. */
  public static SelectSettings of(Map<String, String> settings) {
    return new SelectSettings(
        SelectionMapping.of(key -> settings.getOrDefault(key, "")),
        memory(settings, "DefMemPerCPU"),
        memory(settings, "DefMemPerNode"));
  }

  private static long memory(Map<String, String> settings, String key) {
    String memory = settings.getOrDefault(key, "");
    return memory.matches("\\d{1,12}") ? Long.parseLong(memory) : JobRecord.NONE;
  }

  /** Whether every job is allocated whole nodes. */
  public boolean wholeNodes() {
    return selection.unit() == AllocationUnit.NODE;
  }

  /** Whether memory is allocated. */
  public boolean memory() {
    return selection.memory();
  }
}
