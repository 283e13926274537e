package io.gnomon.model.accounts;

import io.gnomon.model.limits.Limits;
import java.util.List;

/**
 * An account, or a user of an account. Source: Slurm manual, sacctmgr.
 *
 * @param account name of the account
 * @param user name of the user; empty for the account itself
 * @param parent the account above an account; empty for {@link #ROOT}, and for a user
 * @param shares {@code Fairshare}: its shares relative to those of its siblings, or {@link
 *     #PARENT_SHARES}
 * @param priority its own {@code Priority}, or {@link #INHERITED}
 * @param limits its own limits, where the scheduler enforces them
 * @param allowedQos the QOS that its jobs may have; empty for those of the account above, and if
 *     none is known there
 * @param defaultQos the QOS of its jobs that name none; empty for that of the account above, and if
 *     none is known there
 */
public record Association(
    String account,
    String user,
    String parent,
    int shares,
    long priority,
    Limits limits,
    List<String> allowedQos,
    String defaultQos) {
  /** The account above all others. */
  public static final String ROOT = "root";

  /** {@code Fairshare=parent}: no shares of its own. */
  public static final int PARENT_SHARES = -1;

  /** No priority of its own. */
  public static final long INHERITED = -1;

  /** Copies a list that is not immutable. */
  public Association {
    allowedQos = List.copyOf(allowedQos);
  }

  /** An association with limits, and with the QOS of the account above. */
  public Association(
      String account, String user, String parent, int shares, long priority, Limits limits) {
    this(account, user, parent, shares, priority, limits, List.of(), "");
  }

  /** An association without limits. */
  public Association(String account, String user, String parent, int shares, long priority) {
    this(account, user, parent, shares, priority, Limits.NONE);
  }

  /** A copy with other shares. */
  public Association withShares(int others) {
    return new Association(account, user, parent, others, priority, limits, allowedQos, defaultQos);
  }

  /** A copy with other limits. */
  public Association withLimits(Limits others) {
    return new Association(account, user, parent, shares, priority, others, allowedQos, defaultQos);
  }

  /** A copy with other allowed QOS. */
  public Association withAllowedQos(List<String> others) {
    return new Association(account, user, parent, shares, priority, limits, others, defaultQos);
  }

  /**
   * What is in force below another association: its own priority, limits and QOS, and those of the
   * other one where it has none.
   */
  public Association below(Association above) {
    return new Association(
        account,
        user,
        parent,
        shares,
        priority == INHERITED ? above.priority : priority,
        limits.withInherited(above.limits),
        allowedQos.isEmpty() ? above.allowedQos : allowedQos,
        defaultQos.isEmpty() ? above.defaultQos : defaultQos);
  }

  /** Whether it is a user of an account. */
  public boolean isUser() {
    return !user.isEmpty();
  }

  /** The account above an account, or that of a user. */
  public String above() {
    return isUser() ? account : parent.isEmpty() ? ROOT : parent;
  }

  /** Whether it uses its parent's shares. */
  public boolean usesParentShares() {
    return shares == PARENT_SHARES;
  }
}
