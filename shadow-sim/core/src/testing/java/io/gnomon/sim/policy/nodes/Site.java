package io.gnomon.sim.policy.nodes;

import io.gnomon.model.accounts.Qos;
import io.gnomon.model.limits.Limits;
import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.model.priority.PriorityWeights;
import io.gnomon.model.priority.UsageReset;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.limit.JobAmounts;
import io.gnomon.sim.limit.LimitDefinitions;
import io.gnomon.sim.limit.LimitRules;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Partition;
import io.gnomon.sim.priority.Accounts;
import io.gnomon.sim.priority.PriorityBasis;
import io.gnomon.sim.priority.PriorityBasis.PartitionBasis;
import io.gnomon.sim.priority.fairshare.AssociationTree;
import io.gnomon.sim.priority.fairshare.TresBilling;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The accounts, QOS and limits of a machine, declared step by step. All shares are 1, priorities
 * have no weights, and recalculations are every 300 s.
 */
public final class Site {
  private final Machine machine;
  private final AssociationTree.Builder tree = new AssociationTree.Builder();
  private final Map<String, String> defaultAccounts = new HashMap<>();
  private final Map<String, Qos> qos = new HashMap<>();
  private final Map<List<String>, Limits> limits = new HashMap<>();
  private final Map<String, Limits> qosLimits = new HashMap<>();
  private Map<String, Integer> licenses = Map.of();
  private PrioritySettings settings = settings(3600, weights(0, 0, 0));
  private long jobFactor = 1;

  public Site(Machine machine) {
    this.machine = machine;
  }

  /** Weights of the age, the fair share and the QOS. */
  public static PriorityWeights weights(double age, double fairShare, double qos) {
    return new PriorityWeights(age, 0, fairShare, 0, 0, qos, Map.of());
  }

  /** Settings with a greatest age of an hour. */
  public static PrioritySettings settings(long halfLifeSeconds, PriorityWeights weights) {
    return settings(halfLifeSeconds, UsageReset.NONE, weights);
  }

  /** The same with a reset of the usage. */
  public static PrioritySettings settings(
      long halfLifeSeconds, UsageReset reset, PriorityWeights weights) {
    return new PrioritySettings(weights, 3600, halfLifeSeconds, 300, false, 1, reset, Set.of());
  }

  /** Adds an account below the root. */
  public Site account(String name) {
    return account(name, "root");
  }

  /** Adds an account below another. */
  public Site account(String name, String parent) {
    tree.account(name, parent, 1, 0);
    return this;
  }

  /** Adds users, whose default account this is. */
  public Site users(String account, String... names) {
    for (String name : names) {
      tree.user(account, name, 1, 0);
      defaultAccounts.put(name, account);
    }
    return this;
  }

  /** Adds QOS. */
  public Site qos(Qos... added) {
    for (Qos one : added) {
      qos.put(one.name(), one);
    }
    return this;
  }

  /** Sets the limits of a QOS. */
  public Site qosLimits(String name, Limits of) {
    qosLimits.put(name, of);
    return this;
  }

  /** Sets the limits of an account, or of its user. */
  public Site limits(String account, String user, Limits of) {
    limits.put(List.of(account, user), of);
    return this;
  }

  /** Sets the licences by name. */
  public Site licenses(Map<String, Integer> byName) {
    licenses = byName;
    return this;
  }

  /** Sets the parameters of priorities. */
  public Site settings(PrioritySettings changed) {
    settings = changed;
    return this;
  }

  /** Sets the {@code PriorityJobFactor} of all partitions. */
  public Site jobFactor(long changed) {
    jobFactor = changed;
    return this;
  }

  public Accounts accounts() {
    return new Accounts(
        tree.build(),
        defaultAccounts,
        settings,
        new PriorityBasis(
            machine.nodes(),
            machine.cpus(),
            machine.partitions().stream()
                .collect(
                    Collectors.toMap(
                        Partition::name, partition -> new PartitionBasis(jobFactor, Map.of()))),
            qos.values().stream().collect(Collectors.toMap(Qos::name, Qos::priority)),
            0));
  }

  public JobAmounts amounts() {
    AssociationTree built = tree.build();
    Map<String, Qos> limited = new HashMap<>(qos);
    limited.replaceAll(
        (name, one) -> one.withLimits(qosLimits.getOrDefault(name, Limits.NONE)));
    int partitions = machine.partitions().size();
    LimitDefinitions definitions =
        new LimitDefinitions(
            built.with(
                one ->
                    one.withLimits(
                        limits.getOrDefault(List.of(one.account(), one.user()), Limits.NONE))),
            limited,
            Collections.nCopies(partitions, Optional.empty()),
            licenses,
            false);
    return new JobAmounts(
        new LimitRules(definitions), machine, Collections.nCopies(partitions, TresBilling.CPUS));
  }

  /** An empty cluster with these accounts and limits. */
  public ClusterState state() {
    return new ClusterState(machine, accounts(), amounts());
  }
}
