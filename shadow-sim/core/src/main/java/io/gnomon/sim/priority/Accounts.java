package io.gnomon.sim.priority;

import io.gnomon.model.priority.PrioritySettings;
import io.gnomon.sim.priority.fairshare.AssociationTree;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What a site declares for {@code priority/multifactor}: accounts and users, and the parameters and
 * amounts from which priorities are computed. Immutable.
 *
 * @param tree accounts and users; those without a default QOS have {@code normal}
 * @param defaultAccounts default account by user
 * @param settings {@code Priority*} parameters of the site; a policy may replace some of them
 * @param basis amounts to which factors are relative
 * @param usage usage in weighted TRES seconds by index of the association, at the beginning; that
 *     of an account includes those below it. Empty if nothing has been used
 */
public record Accounts(
    AssociationTree tree,
    Map<String, String> defaultAccounts,
    PrioritySettings settings,
    PriorityBasis basis,
    List<Double> usage) {
  private static final String DEFAULT_QOS = "normal";

  /**
   * Copies the collections.
   *
   * @throws IllegalArgumentException if there is usage, but not for each association
   */
  public Accounts {
    defaultAccounts = Map.copyOf(defaultAccounts);
    usage = List.copyOf(usage);
    if (!usage.isEmpty() && usage.size() != tree.size()) {
      throw new IllegalArgumentException(
          "usage of %d associations is given; there are %d".formatted(usage.size(), tree.size()));
    }
  }

  /** Accounts without usage. */
  public Accounts(
      AssociationTree tree,
      Map<String, String> defaultAccounts,
      PrioritySettings settings,
      PriorityBasis basis) {
    this(tree, defaultAccounts, settings, basis, List.of());
  }

  /**
   * Finds the association of an account. One that is not known has none; a QOS that is not known
   * counts as if it were not named.
   */
  public ResolvedAccount resolve(JobAccount jobAccount) {
    String account =
        jobAccount.account().isEmpty()
            ? defaultAccounts.getOrDefault(jobAccount.user(), "")
            : jobAccount.account();
    OptionalInt found =
        jobAccount.user().isEmpty() ? OptionalInt.empty() : tree.find(account, jobAccount.user());
    int association = found.orElse(ResolvedAccount.NONE);
    Map<String, Long> known = basis.qosPriorities();
    String qos = known.containsKey(jobAccount.qos()) ? jobAccount.qos() : unnamedQos(association);
    return new ResolvedAccount(
        association,
        qos,
        association == ResolvedAccount.NONE ? 0 : tree.get(association).priority(),
        jobAccount.nice());
  }

  private String unnamedQos(int association) {
    String own = association == ResolvedAccount.NONE ? "" : tree.get(association).defaultQos();
    boolean isNormal = own.isEmpty() && basis.qosPriorities().containsKey(DEFAULT_QOS);
    return isNormal ? DEFAULT_QOS : own;
  }
}
