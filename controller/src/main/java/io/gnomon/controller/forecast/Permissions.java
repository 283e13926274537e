package io.gnomon.controller.forecast;

import io.gnomon.controller.mirror.Mirror;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.accounting.Association;
import io.gnomon.events.accounting.QualityOfService;
import io.gnomon.events.machine.Machine;
import io.gnomon.events.machine.MachinePartition;
import io.gnomon.events.machine.PartitionState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the jobs of users may have, as far as the scheduler has declared it. What is not known is
 * not permitted.
 *
 * @param machine as declared; null without nodes
 * @param accounting as declared; null if it is not known
 */
record Permissions(@Nullable Machine machine, @Nullable Accounting accounting) {
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
   */
  List<String> qos(String account, String user, List<String> partitions) {
    if (accounting == null || machine == null) {
      return List.of();
    }
    Map<String, Long> priorities = new HashMap<>();
    for (QualityOfService one : accounting.qos()) {
      priorities.put(one.name(), one.priority());
    }
    List<String> allowed = new ArrayList<>(allowed(account, user));
    allowed.retainAll(priorities.keySet());
    for (MachinePartition partition : machine.partitions()) {
      if (partitions.contains(partition.name())) {
        allowed.removeIf(name -> !allows(partition.allowedQos(), name));
      }
    }
    allowed.sort(
        Comparator.comparingLong((String name) -> -Objects.requireNonNull(priorities.get(name)))
            .thenComparing(Comparator.naturalOrder()));
    return allowed;
  }

  /** Those of the association, or of the nearest account above it that lists some. */
  private List<String> allowed(String account, String user) {
    Map<String, Association> accounts = new HashMap<>();
    Association next = null;
    for (Association one : Objects.requireNonNull(accounting).associations()) {
      if (one.user() == null) {
        accounts.put(one.account(), one);
      } else if (one.user().equals(user) && one.account().equals(account)) {
        next = one;
      }
    }
    while (next != null && next.allowedQos().isEmpty()) {
      String above = next.user() == null ? next.parent() : next.account();
      next = above == null ? null : accounts.get(above);
    }
    return next == null ? List.of() : next.allowedQos();
  }
}
