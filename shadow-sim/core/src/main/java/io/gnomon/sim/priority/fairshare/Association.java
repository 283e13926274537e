package io.gnomon.sim.priority.fairshare;

/**
 * An account, or a user of an account.
 *
 * @param account the account's name
 * @param user the user's name; empty for the account itself
 * @param shares {@code Fairshare}: shares relative to those of the siblings, or {@link
 *     #PARENT_SHARES}
 * @param priority {@code Priority} of the association; 0 when it has none
 */
public record Association(String account, String user, int shares, long priority) {
  /** {@code Fairshare=parent}: no shares of its own. */
  public static final int PARENT_SHARES = -1;

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException for an empty account, or shares below {@link #PARENT_SHARES}
   */
  public Association {
    if (account.isEmpty()) {
      throw new IllegalArgumentException("an association needs an account");
    }
    if (shares < PARENT_SHARES) {
      throw new IllegalArgumentException(
          "shares of " + account + " " + user + " are " + shares + "; they must be at least 0");
    }
  }

  /** Whether it is a user of an account. */
  public boolean isUser() {
    return !user.isEmpty();
  }

  /** Whether it uses its parent's shares. */
  public boolean usesParentShares() {
    return shares == PARENT_SHARES;
  }
}
