package io.gnomon.sim.workload.slurm;

import io.gnomon.model.priority.PriorityFlag;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.priority.MultifactorPriority;
import io.gnomon.sim.priority.PriorityBasis;
import io.gnomon.sim.priority.PriorityBasis.PartitionBasis;
import io.gnomon.sim.priority.fairshare.TresBilling;
import io.gnomon.slurm.conf.SlurmConf;
import io.gnomon.slurm.conf.SlurmConf.Line;
import io.gnomon.slurm.mapping.PriorityMapping;
import io.gnomon.slurm.mapping.Rejected;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The {@code Priority*} parameters and partitions of a {@code slurm.conf}, as settings of {@link
 * MultifactorPriority}. Parameters that are absent have Slurm's defaults. Source: manual of
 * slurm.conf.
 */
public final class SlurmPriority {
  private SlurmPriority() {}

  /**
   * Reads the settings; empty for {@code PriorityType=priority/basic}.
   *
   * @throws SlurmFormatException for a value that is not understood or a flag that is not modelled
   */
  public static Optional<PrioritySettings> settings(Path slurmConf) throws IOException {
    SlurmConf conf = ConfFiles.read(slurmConf);
    if (conf.parameter("PriorityType").filter(type -> type.endsWith("basic")).isPresent()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          PriorityMapping.settings(key -> conf.parameter(key).orElse(""), Rejected.THROW));
    } catch (IllegalArgumentException wrong) {
      throw new SlurmFormatException(slurmConf.toString(), wrong);
    }
  }

  /**
   * Reads the amounts to which factors are relative.
   *
   * @throws SlurmFormatException for a value that is not understood
   */
  public static PriorityBasis basis(Path slurmConf, SlurmAssociations.Definitions associations)
      throws IOException {
    Machine machine = SlurmMachine.read(slurmConf);
    Map<String, PartitionBasis> partitions = new HashMap<>();
    for (Line line : ConfFiles.read(slurmConf).lines("PartitionName")) {
      ConfFiles.at(
          line,
          () ->
              partitions.put(
                  line.name(), PartitionBasis.of(machine, line.name(), jobFactor(line))));
    }
    return PriorityBasis.of(machine, partitions, associations.qos().values(), associations.tree());
  }

  private static long jobFactor(Line line) {
    return line.get("PriorityJobFactor")
        .or(() -> line.get("Priority"))
        .map(SlurmUnits::number)
        .orElse(1);
  }

  /**
   * Reads what jobs of each partition are billed.
   *
   * @return by name of the partition
   * @throws SlurmFormatException for a weight that is not understood
   */
  public static Map<String, TresBilling> billing(Path slurmConf) throws IOException {
    SlurmConf conf = ConfFiles.read(slurmConf);
    String flags = conf.parameter("PriorityFlags").orElse("");
    Map<String, TresBilling> billing = new HashMap<>();
    for (Line line : conf.lines("PartitionName")) {
      ConfFiles.at(line, () -> billing.put(line.name(), billing(line, flags)));
    }
    return billing;
  }

  private static TresBilling billing(Line partition, String flags) {
    Set<PriorityFlag> set = PriorityMapping.flags(flags, Rejected.THROW);
    TresBilling.Rule rule = TresBilling.Rule.SUM;
    if (set.contains(PriorityFlag.MAX_TRES)) {
      rule = TresBilling.Rule.MAX_TRES;
    } else if (set.contains(PriorityFlag.MAX_TRES_GRES)) {
      rule = TresBilling.Rule.MAX_TRES_GRES;
    }
    String key = "TRESBillingWeights";
    Optional<String> weights = partition.get(key);
    return weights.isEmpty()
        ? TresBilling.CPUS
        : new TresBilling(
            PriorityMapping.weights(key, weights.get(), -Double.MAX_VALUE, Rejected.THROW), rule);
  }
}
