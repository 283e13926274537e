package io.gnomon.sim.priority.fairshare;

import io.gnomon.model.accounts.Association;
import io.gnomon.model.limits.Limits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;

/**
 * The accounts of a cluster and their users, as a tree. An association is named by its index from
 * 0, the root account; a parent's index is below those of its children. Associations have what they
 * inherit: priority, limits and QOS. Immutable.
 *
 * <p>Users are distinguished by account and name; Slurm's associations for a single partition are
 * not modelled.
 */
public final class AssociationTree {
  /** Index of the root account. */
  public static final int ROOT = 0;

  private final List<Association> associations;
  private final int[] parents;
  private final List<List<Integer>> children;
  private final Map<String, Map<String, Integer>> indexOf;
  private final int users;

  private AssociationTree(Builder builder) {
    associations = List.copyOf(builder.associations);
    parents = builder.parents.stream().mapToInt(Integer::intValue).toArray();
    List<List<Integer>> lists = new ArrayList<>();
    associations.forEach(association -> lists.add(new ArrayList<>()));
    for (int index = 1; index < parents.length; index++) {
      lists.get(parents[index]).add(index);
    }
    children = lists.stream().map(List::copyOf).toList();
    Map<String, Map<String, Integer>> copy = new HashMap<>();
    builder.indexOf.forEach((account, of) -> copy.put(account, Map.copyOf(of)));
    indexOf = Map.copyOf(copy);
    users = (int) associations.stream().filter(Association::isUser).count();
  }

  private AssociationTree(AssociationTree other, UnaryOperator<Association> change) {
    associations = other.associations.stream().map(change).toList();
    parents = other.parents;
    children = other.children;
    indexOf = other.indexOf;
    users = other.users;
  }

  /**
   * The tree of accounts and users.
   *
   * @param declared with what is their own, an account before its users and those below it
   * @throws IllegalArgumentException if it is not a tree, or more than 1000 levels deep
   */
  public static AssociationTree of(List<Association> declared) {
    Builder builder = new Builder();
    declared.forEach(builder::add);
    return builder.build();
  }

  /** The same tree where associations have other shares or limits. */
  public AssociationTree with(UnaryOperator<Association> change) {
    return new AssociationTree(this, change);
  }

  /** Number of associations. */
  public int size() {
    return associations.size();
  }

  /** Number of associations that are users. */
  public int users() {
    return users;
  }

  /** The associations by index. */
  public List<Association> all() {
    return associations;
  }

  /** An association. */
  public Association get(int index) {
    return associations.get(index);
  }

  /** Index of the parent; −1 for the root. */
  public int parent(int index) {
    return parents[index];
  }

  /** Indices of the children, in the order of addition. */
  public List<Integer> children(int index) {
    return children.get(index);
  }

  /** Index of a user of an account, or of the account if {@code user} is empty. */
  public OptionalInt find(String account, String user) {
    Integer index = indexOf.getOrDefault(account, Map.of()).get(user);
    return index == null ? OptionalInt.empty() : OptionalInt.of(index);
  }

  /** Collects the associations of a tree. */
  public static final class Builder {
    private static final int MOST_LEVELS = 1000; // shares are computed recursively

    private final List<Association> associations = new ArrayList<>();
    private final List<Integer> parents = new ArrayList<>();
    private final List<Integer> levels = new ArrayList<>();
    private final Map<String, Map<String, Integer>> indexOf = new HashMap<>();
    private final Map<Limits, Limits> known = new HashMap<>(); // most users have those of others

    /** Creates a builder with the account {@code root}, which has one share. */
    public Builder() {
      this(new Association(Association.ROOT, "", "", 1, 0));
    }

    /** Creates a builder with this root account. */
    public Builder(Association root) {
      put(root.below(new Association("", "", "", 1, 0)), -1);
    }

    /** Adds an account without limits; as {@link #add}. */
    public Builder account(String name, String parent, int shares, long priority) {
      return add(new Association(name, "", parent, shares, priority));
    }

    /**
     * Adds a user without limits to an account; as {@link #add}.
     *
     * @throws IllegalArgumentException if the user's name is empty
     */
    public Builder user(String account, String user, int shares, long priority) {
      if (user.isEmpty()) {
        throw new IllegalArgumentException("a user of account '" + account + "' has no name");
      }
      return add(new Association(account, user, "", shares, priority));
    }

    /**
     * Adds an account or a user with what is its own.
     *
     * @throws IllegalArgumentException if the account above is unknown or the association exists,
     *     or it would be more than {@value #MOST_LEVELS} levels below the root
     */
    public Builder add(Association declared) {
      int parent = account(declared.above());
      Association added = declared.below(associations.get(parent));
      put(added.withLimits(known.computeIfAbsent(added.limits(), limits -> limits)), parent);
      return this;
    }

    private int account(String name) {
      Integer index = indexOf.getOrDefault(name, Map.of()).get("");
      if (index == null) {
        throw new IllegalArgumentException(
            "account '" + name + "' is unknown; define it before its users and accounts");
      }
      return index;
    }

    private void put(Association added, int parent) {
      Integer before =
          indexOf
              .computeIfAbsent(added.account(), account -> new HashMap<>())
              .putIfAbsent(added.user(), associations.size());
      if (before != null) {
        throw new IllegalArgumentException(
            "association '" + (added.account() + " " + added.user()).strip() + "' exists already");
      }
      int level = parent < 0 ? 0 : levels.get(parent) + 1;
      if (level > MOST_LEVELS) {
        throw new IllegalArgumentException(
            "account '%s' is %d levels below the root; allowed are %d"
                .formatted(added.account(), level, MOST_LEVELS));
      }
      levels.add(level);
      associations.add(added);
      parents.add(parent);
    }

    /** The tree. */
    public AssociationTree build() {
      return new AssociationTree(this);
    }
  }
}
