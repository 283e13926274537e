package io.gnomon.sim.assess.change;

import io.gnomon.model.machine.Selection;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.limit.JobAmounts;
import io.gnomon.sim.limit.LimitDefinitions;
import io.gnomon.sim.limit.LimitRules;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.NetworkSwitch;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.machine.Topology;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.priority.PriorityBasis;
import io.gnomon.sim.priority.fairshare.TresBilling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a site with Slurm declares about its machine, accounts and limits. Immutable.
 *
 * @param machine nodes and partitions
 * @param accounts accounts and priorities; null if jobs are in order of arrival
 * @param limits limits of associations and QOS; null if nothing is limited
 * @param billing what jobs are billed, by name of the partition
 * @param schedulerParameters {@code SchedulerParameters} as written; empty if there are none
 */
public record SlurmDefinitions(
    Machine machine,
    @Nullable Accounts accounts,
    @Nullable LimitDefinitions limits,
    Map<String, TresBilling> billing,
    String schedulerParameters) {
  /** Copies the map. */
  public SlurmDefinitions {
    billing = Map.copyOf(billing);
  }

  /** The empty cluster. */
  public ClusterState cluster() {
    LimitDefinitions limited = limits;
    return new ClusterState(
        machine,
        accounts,
        limited == null ? null : new JobAmounts(new LimitRules(limited), machine, billed()));
  }

  private List<TresBilling> billed() {
    return machine.partitions().stream()
        .map(partition -> billing.getOrDefault(partition.name(), TresBilling.CPUS))
        .toList();
  }

  /** The same site with other partitions in the order of the present ones. */
  SlurmDefinitions withPartitions(UnaryOperator<Partition> change) {
    Machine.Builder builder = copyOfNodes();
    machine.partitions().stream().map(change).forEach(builder::partition);
    machine.reservations().forEach(builder::reservation);
    return new SlurmDefinitions(builder.build(), accounts, limits, billing, schedulerParameters);
  }

  /** The same site with a further partition, whose jobs are treated as those of another one. */
  SlurmDefinitions withPartition(Partition added, String like) {
    Machine.Builder builder = copyOfNodes();
    machine.partitions().forEach(builder::partition);
    builder.partition(added);
    machine.reservations().forEach(builder::reservation);
    Map<String, TresBilling> bills = new HashMap<>(billing);
    if (billing.containsKey(like)) {
      bills.put(added.name(), billing.get(like));
    }
    LimitDefinitions limited = limits;
    if (limited != null) {
      List<Optional<String>> qos = new ArrayList<>(limited.partitionQos());
      qos.add(qos.get(machine.partition(like)));
      limited =
          new LimitDefinitions(
              limited.tree(), limited.qos(), qos, limited.licenses(), limited.safe());
    }
    Accounts declared = accounts;
    if (declared != null && declared.basis().partitions().containsKey(like)) {
      Map<String, PriorityBasis.PartitionBasis> partitions =
          new HashMap<>(declared.basis().partitions());
      partitions.put(added.name(), partitions.get(like));
      declared =
          new Accounts(
              declared.tree(),
              declared.defaultAccounts(),
              declared.settings(),
              new PriorityBasis(
                  declared.basis().nodes(),
                  declared.basis().cpus(),
                  partitions,
                  declared.basis().qosPriorities(),
                  declared.basis().greatestAssociationPriority()),
              declared.usage());
    }
    return new SlurmDefinitions(builder.build(), declared, limited, bills, schedulerParameters);
  }

  /**
   * The same site with more nodes of a class, in each partition that has nodes of it, on the switch
   * of one of them.
   */
  public SlurmDefinitions withMoreNodes(int nodeClass, int count) {
    List<String> added = IntStream.rangeClosed(1, count).mapToObj(i -> "added" + i).toList();
    Machine.Builder builder = copyOfNodes().topology(topologyWith(added, nodeClass));
    added.forEach(name -> builder.node(name, machine.classes().get(nodeClass)));
    for (int number = 0; number < machine.partitions().size(); number++) {
      Partition old = machine.partitions().get(number);
      boolean has =
          Arrays.stream(machine.nodesOf(number))
              .anyMatch(node -> machine.classOf(node) == nodeClass);
      if (has) {
        List<String> nodes = new ArrayList<>(old.nodes());
        nodes.addAll(added);
        builder.partition(old.withNodes(nodes));
      } else {
        builder.partition(old);
      }
    }
    machine.reservations().forEach(builder::reservation);
    return new SlurmDefinitions(builder.build(), accounts, limits, billing, schedulerParameters);
  }

  /** The same site without limits. */
  public SlurmDefinitions withoutLimits() {
    return new SlurmDefinitions(machine, accounts, null, billing, schedulerParameters);
  }

  /** The same site with another way to share nodes. */
  SlurmDefinitions withSelection(Selection selection) {
    Machine.Builder builder = copyOfNodes().selection(selection);
    machine.partitions().forEach(builder::partition);
    machine.reservations().forEach(builder::reservation);
    return new SlurmDefinitions(builder.build(), accounts, limits, billing, schedulerParameters);
  }

  private Topology topologyWith(List<String> added, int nodeClass) {
    int leaf =
        IntStream.range(0, machine.nodes())
            .filter(node -> machine.classOf(node) == nodeClass)
            .map(machine::leafOf)
            .max()
            .orElse(-1);
    List<NetworkSwitch> switches = new ArrayList<>(machine.topology().switches());
    if (leaf >= 0) {
      NetworkSwitch old = switches.get(leaf);
      List<String> nodes = new ArrayList<>(old.nodes());
      nodes.addAll(added);
      switches.set(leaf, new NetworkSwitch(old.name(), nodes, old.switches()));
    }
    return new Topology(switches);
  }

  private Machine.Builder copyOfNodes() {
    Machine.Builder builder = new Machine.Builder().selection(machine.selection());
    for (int node = 0; node < machine.nodes(); node++) {
      builder.node(machine.name(node), machine.nodeClass(node));
    }
    return builder.topology(machine.topology());
  }
}
