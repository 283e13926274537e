package io.gnomon.controller.mirror;

import io.gnomon.events.RejectReason;
import io.gnomon.events.accounting.Accounting;
import io.gnomon.events.accounting.PriorityParameters;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.model.accounts.AccountUsage;
import io.gnomon.model.accounts.AccountUsage.OfAccount;
import io.gnomon.model.accounts.Association;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.FairShareAccounting;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.priority.PriorityBasis;
import io.gnomon.sim.priority.PriorityBasis.PartitionBasis;
import io.gnomon.sim.priority.fairshare.AssociationTree;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Maps the accounts in events to those of the simulator. Stateless. */
final class AccountsReader {
  private AccountsReader() {}

  /**
   * The accounts of a cluster; empty if its priorities do not follow from them.
   *
   * @param machine its nodes, from which the amounts of partitions follow
   * @throws RejectedEventException if the accounts are not a tree, or the tree is too deep
   */
  static Optional<Accounts> accounts(@Nullable Accounting reported, Machine machine)
      throws RejectedEventException {
    PriorityParameters parameters = reported == null ? null : reported.priority();
    if (reported == null || parameters == null) {
      return Optional.empty();
    }
    AssociationTree tree;
    try {
      tree = AssociationTree.of(reported.associations());
    } catch (IllegalArgumentException invalid) {
      throw new RejectedEventException(RejectReason.INVALID, "accounting: " + invalid.getMessage());
    }
    return Optional.of(
        new Accounts(
            tree,
            onlyAccounts(reported.associations()),
            parameters.settings(),
            PriorityBasis.of(
                machine, partitions(machine, parameters.partitions()), reported.qos(), tree)));
  }

  /**
   * The account of each user who has just one; which one of several is the default is not known.
   */
  private static Map<String, String> onlyAccounts(List<Association> associations) {
    Map<String, String> only = new HashMap<>();
    Set<String> several = new HashSet<>();
    for (Association one : associations) {
      String before = one.isUser() ? only.put(one.user(), one.account()) : null;
      if (before != null && !before.equals(one.account())) {
        several.add(one.user());
      }
    }
    only.keySet().removeAll(several);
    return only;
  }

  private static Map<String, PartitionBasis> partitions(
      Machine machine, Map<String, Integer> factors) {
    Map<String, PartitionBasis> partitions = new HashMap<>();
    for (Partition partition : machine.partitions()) {
      String name = partition.name();
      partitions.put(name, PartitionBasis.of(machine, name, factors.getOrDefault(name, 1)));
    }
    return partitions;
  }

  /** Usage by index of the association; usage of accounts and users that are not known is lost. */
  static double[] usage(AccountUsage reported, AssociationTree tree) {
    double[] usage = new double[tree.size()];
    for (OfAccount account : reported.accounts()) {
      set(usage, tree.find(account.account(), ""), account.tresSeconds());
      account.users().forEach((user, used) -> set(usage, tree.find(account.account(), user), used));
    }
    return usage;
  }

  private static void set(double[] usage, OptionalInt index, double used) {
    if (index.isPresent()) {
      usage[index.getAsInt()] = used;
    }
  }

  /** On whose behalf a job was submitted. */
  static JobAccount jobAccount(@Nullable String user, @Nullable ResourceRequest request) {
    String account = request == null || request.account() == null ? "" : request.account();
    String qos = request == null || request.qos() == null ? "" : request.qos();
    return new JobAccount(
        user == null ? "" : user, account, qos, request == null ? 0 : request.nice());
  }

  /**
   * On whose behalf a job would be submitted. A cluster without slurmdbd knows no accounts and QOS,
   * and allows any.
   *
   * @throws RejectedEventException if its account, QOS or user is not known to a cluster that knows
   *     some, or the user has no such account, or several of which none is named
   */
  static JobAccount knownAccount(@Nullable String user, ResourceRequest request, Accounts accounts)
      throws RejectedEventException {
    String account = request.account();
    boolean knowsAccounts = accounts.tree().size() > 1; // besides the root
    if (account != null && knowsAccounts && accounts.tree().find(account, "").isEmpty()) {
      throw new RejectedEventException(
          RejectReason.INVALID, "account '%s' is not known to the cluster".formatted(account));
    }
    Set<String> known = accounts.basis().qosPriorities().keySet();
    String qos = request.qos();
    if (qos != null && !known.isEmpty() && !known.contains(qos)) {
      throw new RejectedEventException(
          RejectReason.INVALID,
          "qos '%s' is not known to the cluster, which has %s"
              .formatted(qos, String.join(", ", new TreeSet<>(known))));
    }
    return user == null || !knowsAccounts
        ? jobAccount(user, request)
        : new JobAccount(
            user, ofUser(user, account, accounts), qos == null ? "" : qos, request.nice());
  }

  private static String ofUser(String user, @Nullable String account, Accounts accounts)
      throws RejectedEventException {
    String found = account == null ? accounts.defaultAccounts().get(user) : account;
    if (found != null && accounts.tree().find(found, user).isPresent()) {
      return found;
    }
    Set<String> own = new TreeSet<>();
    for (int i = 0; i < accounts.tree().size(); i++) {
      Association one = accounts.tree().get(i);
      if (one.user().equals(user)) {
        own.add(one.account());
      }
    }
    throw new RejectedEventException(
        RejectReason.INVALID,
        own.isEmpty()
            ? "user '%s' has no account on the cluster".formatted(user)
            : account != null
                ? "user '%s' has no account '%s', but %s"
                    .formatted(user, account, String.join(", ", own))
                : "user '%s' has several accounts; name one of %s"
                    .formatted(user, String.join(", ", own)));
  }

  /** Gives a job in a state the account of a job in another state, whose accounts may be others. */
  static void carry(ClusterState from, int former, ClusterState to, int slot) {
    FairShareAccounting before = from.accounting();
    if (before.hasAccount(former)) {
      to.account(slot, before.jobAccounts().jobAccount(before.accountId(former)));
    }
  }
}
