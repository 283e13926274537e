package io.gnomon.bridge.slurm.client;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How a Slurm cluster allocates nodes: {@code SelectType} and {@code SelectTypeParameters} of
 * slurm.conf.
 *
 * @param wholeNodes whether every job is allocated whole nodes ({@code select/linear})
 * @param threads whether jobs are allocated single threads ({@code CR_CPU})
 * @param memory whether memory is allocated ({@code …_Memory})
 * @param leastLoaded whether the least loaded nodes are used first ({@code CR_LLN})
 * @param defaultMemoryPerCpu {@code DefMemPerCPU} in MiB, or {@link JobRecord#NONE}
 * @param defaultMemoryPerNode {@code DefMemPerNode} in MiB, or {@link JobRecord#NONE}
 */
public record SelectSettings(
    boolean wholeNodes,
    boolean threads,
    boolean memory,
    boolean leastLoaded,
    long defaultMemoryPerCpu,
    long defaultMemoryPerNode) {
  /** Reads the settings in the output of {@code scontrol show config}. */
  public static SelectSettings of(Map<String, String> settings) {
    Set<String> parameters =
        Arrays.stream(settings.getOrDefault("SelectTypeParameters", "").split(",", -1))
            .map(parameter -> parameter.strip().toUpperCase(Locale.ROOT))
            .collect(Collectors.toSet());
    return new SelectSettings(
        settings.getOrDefault("SelectType", "").endsWith("linear"),
        parameters.stream().anyMatch(parameter -> parameter.startsWith("CR_CPU")),
        parameters.stream().anyMatch(parameter -> parameter.endsWith("MEMORY")),
        parameters.contains("CR_LLN"),
        memory(settings, "DefMemPerCPU"),
        memory(settings, "DefMemPerNode"));
  }

  private static long memory(Map<String, String> settings, String key) {
    String memory = settings.getOrDefault(key, "");
    return memory.matches("\\d{1,12}") ? Long.parseLong(memory) : JobRecord.NONE;
  }
}
