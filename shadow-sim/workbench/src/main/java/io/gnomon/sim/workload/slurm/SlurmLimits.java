package io.gnomon.sim.workload.slurm;

import io.gnomon.model.accounts.Qos;
import io.gnomon.sim.limit.JobAmounts;
import io.gnomon.sim.limit.LimitDefinitions;
import io.gnomon.sim.limit.LimitRules;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.priority.fairshare.TresBilling;
import io.gnomon.slurm.accounts.EnforcedLimits;
import io.gnomon.slurm.conf.SlurmConf;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a {@code slurm.conf} says about limits: whether those of associations and QOS are enforced
 * ({@code AccountingStorageEnforce}), the QOS of partitions, and the licences of the cluster.
 * Source: manual of slurm.conf.
 */
public final class SlurmLimits {
  private SlurmLimits() {}

  /**
   * Reads the limits.
   *
   * @throws SlurmFormatException for a value that is not understood, or a partition with a QOS that
   *     is not defined
   */
  public static LimitDefinitions read(Path slurmConf, SlurmAssociations.Definitions associations)
      throws IOException {
    SlurmConf conf = ConfFiles.read(slurmConf);
    EnforcedLimits enforced =
        EnforcedLimits.of(conf.parameter("AccountingStorageEnforce").orElse(""));
    try {
      LimitDefinitions all =
          new LimitDefinitions(
              associations.tree(),
              associations.qos(),
              partitionQos(conf, enforced.limits() ? associations.qos() : Map.of()),
              licenses(conf.parameter("Licenses").orElse("")),
              enforced.safe());
      return enforced.limits() ? all : all.withoutLimits();
    } catch (IllegalArgumentException wrong) {
      throw new SlurmFormatException(slurmConf.toString(), wrong);
    }
  }

  /**
   * Reads the limits and the billing of a machine's jobs; empty if nothing is limited, all
   * partitions bill CPUs, each {@code UsageFactor} is 1, and no QOS preempts another.
   *
   * @param machine that of the file
   * @throws SlurmFormatException as {@link #read(Path, SlurmAssociations.Definitions)}
   */
  public static Optional<JobAmounts> amounts(
      Path slurmConf, SlurmAssociations.Definitions associations, Machine machine)
      throws IOException {
    LimitDefinitions limits = read(slurmConf, associations);
    Map<String, TresBilling> byName = SlurmPriority.billing(slurmConf);
    List<TresBilling> billing =
        machine.partitions().stream()
            .map(partition -> byName.getOrDefault(partition.name(), TresBilling.CPUS))
            .toList();
    boolean plain =
        limits.isEmpty()
            && billing.stream().allMatch(TresBilling.CPUS::equals)
            && limits.qos().values().stream().allMatch(SlurmLimits::isPlain);
    return plain
        ? Optional.empty()
        : Optional.of(new JobAmounts(new LimitRules(limits), machine, billing));
  }

  private static boolean isPlain(Qos qos) {
    return qos.usageFactor() == 1 && qos.preempts().isEmpty();
  }

  /** The QOS that partitions have. */
  public static List<String> qosOfPartitions(Path slurmConf) throws IOException {
    return ConfFiles.read(slurmConf).lines("PartitionName").stream()
        .flatMap(line -> qos(line).stream())
        .toList();
  }

  private static List<Optional<String>> partitionQos(SlurmConf conf, Map<String, Qos> known) {
    return conf.lines("PartitionName").stream()
        .map(line -> qos(line).filter(name -> !known.isEmpty()))
        .toList();
  }

  private static Optional<String> qos(SlurmConf.Line partition) {
    return partition.get("QOS").filter(name -> !name.isEmpty() && !name.equalsIgnoreCase("N/A"));
  }

  /**
   * Licences by name, from a list such as {@code matlab:10,ansys}; also as jobs request them.
   *
   * @throws IllegalArgumentException for a list that is not understood
   */
  public static Map<String, Integer> licenses(String list) {
    if (list.contains("|")) {
      throw new IllegalArgumentException(
          "licences '" + list + "' are alternatives, which are not simulated; allowed is a,b:2");
    }
    Map<String, Integer> licenses = new HashMap<>();
    for (String item : list.split("[,;]")) {
      String[] parts = item.strip().split("[:*=]");
      if (!parts[0].isEmpty()) {
        licenses.merge(parts[0], parts.length > 1 ? SlurmUnits.number(parts[1]) : 1, Integer::sum);
      }
    }
    return licenses;
  }
}
