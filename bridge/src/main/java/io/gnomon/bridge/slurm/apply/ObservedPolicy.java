package io.gnomon.bridge.slurm.apply;

import io.gnomon.bridge.slurm.read.PartitionRecord;
import io.gnomon.bridge.slurm.read.SlurmException;
import io.gnomon.bridge.slurm.read.SlurmReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes a Slurm as the policy that simulates it: its own parameters, and how wide its nodes are.
 */
public final class ObservedPolicy {
  /** Stands in the settings for what is observed. */
  public static final String WORD = Targets.SLURM;

  private static final String OFF = "-1";

  private ObservedPolicy() {}

  /**
   * The policy of a Slurm as its site has set it, whatever Gnomon has set since.
   *
   * @param folder of what outlives the bridge
   * @param partition whose nodes are meant, or null for the default one
   */
  public static String read(SlurmReader reader, Path folder, @Nullable String partition)
      throws SlurmException, IOException {
    Map<String, String> slurm = new TreeMap<>(reader.settings());
    SlurmConfigurator.kept(folder)
        .read()
        .filter(last -> !last.settings().isEmpty())
        .ifPresent(last -> slurm.putAll(last.site()));
    int processors =
        reader.partitions().stream()
            .filter(p -> partition == null ? p.isDefault() : p.name().equals(partition))
            .mapToInt(PartitionRecord::processorsPerNode)
            .findFirst()
            .orElse(1);
    return of(slurm, processors);
  }

  /**
   * The policy.
   *
   * @param slurm what {@code scontrol show config} prints
   * @param processors of a node
   */
  static String of(Map<String, String> slurm, int processors) {
    Map<String, String> parameters = new TreeMap<>();
    parameters.put("cores-per-node", Integer.toString(processors));
    for (String option :
        SchedulerParameters.parse(slurm.getOrDefault(SchedulerParameters.KEY, "")).options()) {
      String[] parts = option.split("=", 2);
      if (parts.length == 2) {
        SchedulerOption.of(parts[0])
            .flatMap(known -> known.inPolicy(parts[1]))
            .ifPresent(value -> parameters.put(parts[0], value));
      }
      if (option.equals(SchedulerOption.BF_INTERVAL.word() + "=" + OFF)) {
        parameters.put("scheduler", "builtin");
      }
    }
    if (slurm.getOrDefault("SchedulerType", "").equals("sched/builtin")) {
      parameters.put("scheduler", "builtin");
    }
    return new PolicyText(Targets.SLURM, parameters).text();
  }
}
