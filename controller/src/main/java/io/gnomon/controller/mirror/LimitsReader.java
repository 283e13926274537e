package io.gnomon.controller.mirror;

import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.model.accounts.Qos;
import io.gnomon.sim.limit.JobAmounts;
import io.gnomon.sim.limit.LimitDefinitions;
import io.gnomon.sim.limit.LimitRules;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.priority.fairshare.AssociationTree;
import io.gnomon.sim.priority.fairshare.TresBilling;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Maps the limits and licences in events to those of the simulator. Limits of associations and QOS
 * need accounts, licences do not. Stateless.
 */
final class LimitsReader {
  private static final Accounting NOTHING = new Accounting(List.of(), List.of(), null, null);

  private LimitsReader() {}

  /**
   * The limits of a cluster's jobs; empty if there are none and no QOS preempts another.
   *
   * @param accounts those of the state, null if they are not known
   * @param machine the machine of the state
   */
  static Optional<JobAmounts> amounts(
      @Nullable Accounting reported,
      @Nullable Accounts accounts,
      DeclaredMachine declared,
      Machine machine) {
    Accounting known = reported == null || accounts == null ? NOTHING : reported;
    Map<String, Qos> qos = new HashMap<>();
    known.qos().forEach(one -> qos.put(one.name(), one));
    AssociationTree tree =
        accounts == null ? new AssociationTree.Builder().build() : accounts.tree();
    LimitDefinitions definitions =
        new LimitDefinitions(
            tree,
            qos,
            partitionQos(declared, machine, qos),
            declared.licenses(),
            known.safeLimits());
    boolean preempts = qos.values().stream().anyMatch(one -> !one.preempts().isEmpty());
    return definitions.isEmpty() && !preempts
        ? Optional.empty()
        : Optional.of(
            new JobAmounts(
                new LimitRules(definitions),
                machine,
                Collections.nCopies(machine.partitions().size(), TresBilling.CPUS)));
  }

  /** By number of the partition; a QOS that is not known limits nothing. */
  private static List<Optional<String>> partitionQos(
      DeclaredMachine declared, Machine machine, Map<String, Qos> qos) {
    List<Optional<String>> names =
        new ArrayList<>(Collections.nCopies(machine.partitions().size(), Optional.empty()));
    for (MachinePartition partition : declared.partitions()) {
      int number = machine.partition(partition.name());
      String name = partition.qos();
      if (number >= 0 && name != null && qos.containsKey(name)) {
        names.set(number, Optional.of(name));
      }
    }
    return names;
  }
}
