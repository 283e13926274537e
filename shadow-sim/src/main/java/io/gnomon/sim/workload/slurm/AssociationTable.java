package io.gnomon.sim.workload.slurm;

import io.gnomon.sim.limit.Limits;
import io.gnomon.sim.priority.AssociationTree;
import io.gnomon.sim.priority.Qos;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/** Accounts, users and QOS with their options, as they are read. Not thread-safe. */
final class AssociationTable {
  static final String ROOT = "root";
  private static final String NORMAL = "normal";

  /** A user of an account. */
  record UserOf(String account, String user) {}

  private final EntityOptions root = EntityOptions.ofAssociation();
  private final Map<String, EntityOptions> accounts = new LinkedHashMap<>();
  private final Map<UserOf, EntityOptions> users = new LinkedHashMap<>();
  private final Map<String, String> defaultAccounts = new HashMap<>();
  private final Map<String, EntityOptions> qos = new TreeMap<>();

  /** A cluster with the user root and the QOS normal, as Slurm creates it. */
  AssociationTable() {
    users.put(new UserOf(ROOT, ROOT), EntityOptions.ofAssociation());
    qos.put(NORMAL, EntityOptions.ofQos());
  }

  /** The options of the cluster, which are those of the account root. */
  EntityOptions cluster() {
    return root;
  }

  /** The options of an account, which is added if it is new. */
  EntityOptions account(String name) {
    return name.equals(ROOT)
        ? root
        : accounts.computeIfAbsent(name, key -> EntityOptions.ofAssociation());
  }

  /** The options of a user of an account, who is added if new. */
  EntityOptions user(String account, String user) {
    defaultAccounts.putIfAbsent(user, account);
    return users.computeIfAbsent(new UserOf(account, user), key -> EntityOptions.ofAssociation());
  }

  /** The options of a QOS, which is added if it is new. */
  EntityOptions qos(String name) {
    return qos.computeIfAbsent(name, key -> EntityOptions.ofQos());
  }

  /** Sets the account of a user's jobs that name none. */
  void setDefaultAccount(String user, String account) {
    defaultAccounts.put(user, account);
  }

  void forEachAccount(BiConsumer<String, EntityOptions> action) {
    action.accept(ROOT, root);
    accounts.forEach(action);
  }

  void forEachUser(BiConsumer<UserOf, EntityOptions> action) {
    users.forEach(action);
  }

  void forEachQos(BiConsumer<String, EntityOptions> action) {
    qos.forEach(action);
  }

  void forEachDefaultAccount(BiConsumer<String, String> action) {
    new TreeMap<>(defaultAccounts).forEach(action);
  }

  void removeAccounts(Predicate<String> names) {
    accounts.keySet().removeIf(names);
    removeUsers(of -> names.test(of.account()));
  }

  void removeUsers(Predicate<UserOf> matching) {
    users.keySet().removeIf(matching);
    defaultAccounts
        .keySet()
        .removeIf(user -> users.keySet().stream().noneMatch(of -> of.user().equals(user)));
  }

  void removeQos(Predicate<String> names) {
    qos.keySet().removeIf(names);
  }

  /**
   * What the table defines. An association without a priority, a default QOS or a limit that is not
   * of a group has that of the account above it.
   *
   * @throws IllegalArgumentException for an account or a default account that is unknown
   */
  SlurmAssociations.Definitions definitions() {
    AssociationTree.Builder tree = new AssociationTree.Builder();
    Map<String, Inherited> inherited = new HashMap<>();
    inherited.put(ROOT, Inherited.NOTHING.over(root));
    List<Inherited> byIndex =
        new ArrayList<>(List.of(inherited.getOrDefault(ROOT, Inherited.NOTHING)));
    accounts.forEach(
        (name, options) -> {
          String parent = options.parent().orElse(ROOT);
          Inherited own = inherited.getOrDefault(parent, Inherited.NOTHING).over(options);
          tree.account(name, parent, options.shares(), own.priority);
          inherited.put(name, own);
          byIndex.add(own);
        });
    users.forEach(
        (of, options) -> {
          Inherited own = inherited.getOrDefault(of.account(), Inherited.NOTHING).over(options);
          tree.user(of.account(), of.user(), options.shares(), own.priority);
          byIndex.add(own);
        });
    Map<String, Qos> qosByName = new TreeMap<>();
    Map<String, Limits> qosLimits = new TreeMap<>();
    qos.forEach(
        (name, options) -> {
          qosByName.put(name, options.qos(name));
          qosLimits.put(name, options.limits());
        });
    return new SlurmAssociations.Definitions(
        tree.build(),
        qosByName,
        defaultAccounts,
        byIndex.stream().map(Inherited::defaultQos).toList(),
        byIndex.stream().map(Inherited::limits).toList(),
        qosLimits);
  }

  /** What an association has of its own or from above. */
  private record Inherited(long priority, Optional<String> defaultQos, Limits limits) {
    static final Inherited NOTHING = new Inherited(0, Optional.empty(), Limits.NONE);

    Inherited over(EntityOptions options) {
      return new Inherited(
          options.priority().orElse(priority),
          options.defaultQos().or(() -> defaultQos),
          options.limits().withInherited(limits));
    }
  }
}
