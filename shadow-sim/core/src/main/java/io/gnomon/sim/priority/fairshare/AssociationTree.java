package io.gnomon.sim.priority.fairshare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The accounts of a cluster and their users, as a tree. An association is named by its index from
 * 0, the root account; a parent's index is below those of its children. Immutable.
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

  /**
   * The same associations with other shares.
   *
   * @param shares by index, or {@link Association#PARENT_SHARES}; those of others stay
   */
  public AssociationTree withShares(Map<Integer, Integer> shares) {
    Builder builder = new Builder();
    builder.associations.clear();
    for (int index = 0; index < size(); index++) {
      Association old = get(index);
      builder.associations.add(
          new Association(
              old.account(), old.user(), shares.getOrDefault(index, old.shares()), old.priority()));
    }
    builder.parents.clear();
    Arrays.stream(parents).forEach(builder.parents::add);
    builder.indexOf.putAll(indexOf);
    return new AssociationTree(builder);
  }

  /** Number of associations. */
  public int size() {
    return associations.size();
  }

  /** Number of associations that are users. */
  public int users() {
    return users;
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

    /** Creates a builder with the account {@code root}, which has one share. */
    public Builder() {
      put(new Association("root", "", 1, 0), -1);
    }

    /**
     * Adds an account below another.
     *
     * @throws IllegalArgumentException if the parent is unknown or the account exists, or it would
     *     be more than {@value #MOST_LEVELS} levels below the root
     */
    public Builder account(String name, String parent, int shares, long priority) {
      put(new Association(name, "", shares, priority), account(parent));
      return this;
    }

    /**
     * Adds a user to an account.
     *
     * @throws IllegalArgumentException if the account is unknown or has the user, or the user's
     *     name is empty
     */
    public Builder user(String account, String user, int shares, long priority) {
      if (user.isEmpty()) {
        throw new IllegalArgumentException("a user of account '" + account + "' has no name");
      }
      put(new Association(account, user, shares, priority), account(account));
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
