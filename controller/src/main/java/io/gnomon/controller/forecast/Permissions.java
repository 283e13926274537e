package io.gnomon.controller.forecast;

import io.gnomon.controller.mirror.Mirror;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.PartitionState;
import io.gnomon.model.accounts.Qos;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.priority.fairshare.AssociationTree;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What the jobs of users may have, as far as the scheduler has declared it. What is not known is
 * not permitted.
 *
 * @param machine as declared; null without nodes
 * @param accounting as declared; null if it is not known
 */
record Permissions(@Nullable DeclaredMachine machine, @Nullable Accounting accounting) {
  /** Those of a cluster. */
  static Permissions of(Mirror mirror) {
    return new Permissions(mirror.declaredMachine(), mirror.declaredAccounts());
  }

  /**
   * The partitions that accept a job, those of most nodes first.
   *
   * @param account of the job; empty if not known
   * @param qos of the job; empty if not known
   */
  List<String> partitions(String account, String qos) {
    return machine == null
        ? List.of()
        : machine.partitions().stream()
            .filter(one -> one.state() == PartitionState.UP && !one.restricted())
            .filter(one -> allows(one.allowedAccounts(), account) && allows(one.allowedQos(), qos))
            .sorted(Comparator.comparingInt(one -> -one.nodes().size()))
            .map(MachinePartition::name)
            .toList();
  }

  private static boolean allows(List<String> names, String name) {
    return names.isEmpty() || names.contains(name);
  }

  /**
   * The QOS that the jobs of a user may have in all of these partitions, those of highest priority
   * first.
   *
   * @param tree the accounts of the cluster
   */
  List<String> qos(AssociationTree tree, JobAccount job, List<String> partitions) {
    OptionalInt association =
        job.user().isEmpty() ? OptionalInt.empty() : tree.find(job.account(), job.user());
    if (accounting == null || machine == null || association.isEmpty()) {
      return List.of();
    }
    List<String> allowed = tree.get(association.getAsInt()).allowedQos();
    return accounting.qos().stream()
        .filter(one -> allowed.contains(one.name()))
        .filter(
            one ->
                machine.partitions().stream()
                    .filter(partition -> partitions.contains(partition.name()))
                    .allMatch(partition -> allows(partition.allowedQos(), one.name())))
        .sorted(Comparator.comparingLong((Qos one) -> -one.priority()).thenComparing(Qos::name))
        .map(Qos::name)
        .toList();
  }
}
