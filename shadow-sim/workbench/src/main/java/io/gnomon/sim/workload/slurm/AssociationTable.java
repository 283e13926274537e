package io.gnomon.sim.workload.slurm;

import io.gnomon.model.accounts.Association;
import io.gnomon.model.accounts.Qos;
import io.gnomon.sim.priority.JobAccount;
import io.gnomon.sim.priority.fairshare.AssociationTree;
import io.gnomon.sim.workload.slurm.AssociationTable.Notes.Kind;
import io.gnomon.slurm.accounts.EntityOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Accounts, users and QOS with their options, as they are read. Not thread-safe. */
final class AssociationTable {
  static final String ROOT = Association.ROOT;
  private static final String NORMAL = "normal";

  /** What a file with associations lacks or has that is left out. */
  static final class Notes {
    /** What is noted. */
    enum Kind {
      /** A line of a dump or listing. */
      LINE("Left out of the associations, because they are not understood", "line"),
      /** An option of an association or a QOS. */
      VALUE("Left out of the associations, because they are not simulated", "value"),
      /** An association of a single partition. */
      PARTITION("Taken as associations of all partitions", "association of a partition"),
      /** An account of a listing that does not name parents. */
      WITHOUT_PARENT(
          "Directly below root, because the listing names no parent ('sacctmgr -P show assoc tree'"
              + " does)",
          "account"),
      /** A parent that is not defined. */
      PARENT("Not among the associations, so below root with 1 share and no limits", "parent"),
      /** A loop of parents. */
      LOOP("Directly below root, because the associations have them below themselves", "account"),
      /** An account that jobs or users had. */
      ACCOUNT("Not among the associations, so below root with 1 share and no limits", "account"),
      /** A user that jobs had. */
      USER("Not among the associations, so with 1 share and no limits of their own", "user"),
      /** A QOS that jobs or partitions had. */
      QOS("Not among the associations, so with priority 0 and no limits", "QOS");

      private final String text;
      private final String noun;

      Kind(String text, String noun) {
        this.text = text;
        this.noun = noun;
      }
    }

    private final Map<Kind, TreeSet<String>> cases = new EnumMap<>(Kind.class);

    void add(Kind kind, String what) {
      cases.computeIfAbsent(kind, key -> new TreeSet<>()).add(what);
    }

    /** A sentence for each kind, with the number of cases and one of them. */
    List<String> sentences() {
      List<String> sentences = new ArrayList<>();
      cases.forEach(
          (kind, all) ->
              sentences.add(
                  "%s: %d × %s, such as %s."
                      .formatted(kind.text, all.size(), kind.noun, all.first())));
      return sentences;
    }
  }

  /** A user of an account. */
  record UserOf(String account, String user) {}

  private final EntityOptions root = EntityOptions.ofAssociation();
  private final Map<String, EntityOptions> accounts = new LinkedHashMap<>();

  /** The associations of each user by partition, that of all partitions as the empty one. */
  private final Map<UserOf, TreeMap<String, EntityOptions>> users = new LinkedHashMap<>();

  private final Map<String, String> defaultAccounts = new HashMap<>();
  private final Map<String, EntityOptions> qos = new TreeMap<>();
  private final Notes notes = new Notes();
  private String place = "";

  /** A cluster with the user root and the QOS normal, as Slurm creates it. */
  AssociationTable() {
    user(new UserOf(ROOT, ROOT), "");
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
    return user(new UserOf(account, user), "");
  }

  private EntityOptions user(UserOf of, String partition) {
    return users
        .computeIfAbsent(of, key -> new TreeMap<>())
        .computeIfAbsent(partition, key -> EntityOptions.ofAssociation());
  }

  /** The options of a QOS, which is added if it is new. */
  EntityOptions qos(String name) {
    return qos.computeIfAbsent(name, key -> EntityOptions.ofQos());
  }

  /** Whether an account has been added. */
  boolean hasAccount(String name) {
    return name.equals(ROOT) || accounts.containsKey(name);
  }

  /** Names the line to which notes refer from now on. */
  void at(String line) {
    place = line;
  }

  /** Notes something about the present line. */
  void note(Kind kind, String what) {
    notes.add(
        kind, kind == Kind.LINE || kind == Kind.VALUE ? place + ": " + what : "'" + what + "'");
  }

  /** What has been noted, in sentences. */
  List<String> notes() {
    return notes.sentences();
  }

  /** Sets options that Slurm has printed; those that are not understood are noted. */
  void set(EntityOptions target, Map<String, String> options) {
    options.forEach(
        (name, value) -> target.set(name, value, (option, item, why) -> note(Kind.VALUE, why)));
  }

  /**
   * Sets options of a user that Slurm has printed. An association for a single partition counts if
   * the user has no other in the account; of several, that of the first partition by name counts.
   * The order of calls does not matter.
   */
  void setUser(String account, String user, Map<String, String> options) {
    Map<String, String> kept = new HashMap<>(options);
    String partition = Objects.requireNonNullElse(kept.remove("partition"), "");
    if (!partition.isEmpty()) {
      note(Kind.PARTITION, "%s of %s in %s".formatted(user, account, partition));
    }
    set(user(new UserOf(account, user), partition), kept);
  }

  /** A user whose default account is not known has the first by name. */
  private void completeDefaultAccounts() {
    users.keySet().stream()
        .sorted(Comparator.comparing(UserOf::account))
        .forEach(of -> defaultAccounts.putIfAbsent(of.user(), of.account()));
  }

  /**
   * Adds what jobs had and the file lacks, with Slurm's defaults.
   *
   * @param names QOS beside those of jobs
   */
  void complete(Iterable<JobAccount> jobs, Iterable<String> names) {
    completeDefaultAccounts();
    Set<String> usedQos = new TreeSet<>();
    names.forEach(usedQos::add);
    for (JobAccount job : jobs) {
      usedQos.add(job.qos());
      String account =
          job.account().isEmpty() ? defaultAccounts.getOrDefault(job.user(), "") : job.account();
      if (account.isEmpty()) {
        continue;
      }
      if (!hasAccount(account)) {
        note(Kind.ACCOUNT, account);
        account(account);
      }
      if (!job.user().isEmpty() && !users.containsKey(new UserOf(account, job.user()))) {
        note(Kind.USER, "%s of %s".formatted(job.user(), account));
        user(account, job.user());
      }
    }
    usedQos.remove("");
    for (String name : usedQos) {
      if (!qos.containsKey(name)) {
        note(Kind.QOS, name);
        qos(name);
      }
    }
  }

  /** Makes the accounts a tree, each behind the one above it. */
  private void arrange() {
    for (UserOf of : users.keySet()) {
      if (!hasAccount(of.account())) {
        note(Kind.ACCOUNT, of.account());
        account(of.account());
      }
    }
    for (EntityOptions options : List.copyOf(accounts.values())) {
      String parent = options.parent();
      if (!hasAccount(parent)) {
        note(Kind.PARENT, parent);
        account(parent);
      }
    }
    Map<String, EntityOptions> left = new LinkedHashMap<>(accounts);
    accounts.clear();
    while (!left.isEmpty()) {
      int before = left.size();
      left.entrySet()
          .removeIf(
              entry -> {
                boolean known = hasAccount(entry.getValue().parent());
                if (known) {
                  accounts.put(entry.getKey(), entry.getValue());
                }
                return known;
              });
      if (left.size() == before) {
        String looping = inLoop(left);
        note(Kind.LOOP, looping);
        Objects.requireNonNull(left.get(looping)).set("parent", "");
      }
    }
  }

  /** An account that is above itself, where each account has one above it. */
  private static String inLoop(Map<String, EntityOptions> accounts) {
    Set<String> seen = new HashSet<>();
    String account = accounts.keySet().iterator().next();
    while (seen.add(account)) {
      account = Objects.requireNonNull(accounts.get(account)).parent();
    }
    return account;
  }

  /** Sets the account of a user's jobs that name none. */
  void setDefaultAccount(String user, String account) {
    defaultAccounts.put(user, account);
  }

  /** Each account after the one above it. */
  void forEachAccount(BiConsumer<String, EntityOptions> action) {
    arrange();
    action.accept(ROOT, root);
    accounts.forEach(action);
  }

  void forEachUser(BiConsumer<UserOf, EntityOptions> action) {
    users.forEach((of, byPartition) -> action.accept(of, byPartition.firstEntry().getValue()));
  }

  void forEachQos(BiConsumer<String, EntityOptions> action) {
    qos.forEach(action);
  }

  void forEachDefaultAccount(BiConsumer<String, String> action) {
    completeDefaultAccounts();
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
   * What the table defines.
   *
   * @param said the notes, which are taken when the table is complete
   * @throws IllegalArgumentException if an account is too many levels below the root
   */
  SlurmAssociations.Definitions definitions(Supplier<List<String>> said) {
    arrange();
    completeDefaultAccounts();
    AssociationTree.Builder tree =
        new AssociationTree.Builder(root.association(ROOT, "").withShares(1));
    accounts.forEach((name, options) -> tree.add(options.association(name, "")));
    forEachUser((of, options) -> tree.add(options.association(of.account(), of.user())));
    Map<String, Qos> qosByName = new TreeMap<>();
    qos.forEach((name, options) -> qosByName.put(name, options.qos(name)));
    return new SlurmAssociations.Definitions(tree.build(), qosByName, defaultAccounts, said.get());
  }
}
