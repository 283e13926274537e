package io.gnomon.controller.mirror;

import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.accounting.Association;
import io.gnomon.events.accounting.QualityOfService;
import io.gnomon.events.accounting.ResourceLimit;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.model.limits.LimitKind;
import io.gnomon.sim.limit.JobAmounts;
import io.gnomon.sim.limit.LimitDefinitions;
import io.gnomon.sim.limit.LimitRules;
import io.gnomon.sim.limit.Limits;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.priority.Qos;
import io.gnomon.sim.priority.fairshare.AssociationTree;
import io.gnomon.sim.priority.fairshare.TresBilling;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
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
      io.gnomon.events.machine.Machine declared,
      Machine machine) {
    Accounting known = reported == null || accounts == null ? NOTHING : reported;
    Map<String, Qos> qos = qos(known.qos());
    AssociationTree tree =
        accounts == null ? new AssociationTree.Builder().build() : accounts.tree();
    LimitDefinitions definitions =
        new LimitDefinitions(
            tree,
            limits(known.associations(), tree),
            qos,
            qosLimits(known.qos()),
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

  /** By index of the association, with what is inherited; most users share those of others. */
  private static List<Limits> limits(List<Association> associations, AssociationTree tree) {
    List<Limits> limits = new ArrayList<>(Collections.nCopies(tree.size(), Limits.NONE));
    Map<Limits, Map<List<ResourceLimit>, Limits>> known = new IdentityHashMap<>();
    for (Association one : associations) { // an account comes before those below it
      String user = one.user();
      int index = tree.find(one.account(), user == null ? "" : user).orElseThrow();
      int above = tree.parent(index);
      Limits inherited = above < 0 ? Limits.NONE : limits.get(above);
      limits.set(
          index,
          known
              .computeIfAbsent(inherited, any -> new HashMap<>())
              .computeIfAbsent(one.limits(), own -> limits(own).withInherited(inherited)));
    }
    return limits;
  }

  private static Limits limits(List<ResourceLimit> reported) {
    Map<LimitKind, Map<String, Long>> tres = new EnumMap<>(LimitKind.class);
    Map<LimitKind, Long> counts = new EnumMap<>(LimitKind.class);
    for (ResourceLimit limit : reported) {
      String name = limit.tres();
      if (name == null) {
        counts.put(limit.limit(), limit.amount());
      } else {
        tres.computeIfAbsent(limit.limit(), key -> new TreeMap<>()).put(name, limit.amount());
      }
    }
    return new Limits(tres, counts);
  }

  private static Map<String, Qos> qos(List<QualityOfService> reported) {
    Map<String, Qos> qos = new HashMap<>();
    for (QualityOfService one : reported) {
      qos.put(
          one.name(),
          new Qos(
              one.name(),
              Math.max(0, one.priority()),
              one.usageFactor(),
              Set.copyOf(one.flags()),
              Set.copyOf(one.preempts()),
              MachineReader.preemption(one.preemptMode(), one.graceSeconds())));
    }
    return qos;
  }

  private static Map<String, Limits> qosLimits(List<QualityOfService> reported) {
    Map<String, Limits> limits = new HashMap<>();
    reported.forEach(one -> limits.put(one.name(), limits(one.limits())));
    return limits;
  }

  /** By number of the partition; a QOS that is not known limits nothing. */
  private static List<Optional<String>> partitionQos(
      io.gnomon.events.machine.Machine declared, Machine machine, Map<String, Qos> qos) {
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
