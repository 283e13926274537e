package io.gnomon.model.accounts;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the accounts of a cluster have used, after decay. An account or user that is not listed has
 * used nothing.
 *
 * @param at the time at which it was read from the scheduler, in epoch seconds
 * @param accounts the accounts that have used something
 */
public record AccountUsage(long at, List<OfAccount> accounts) {
  /** Copies lists that are not immutable. */
  public AccountUsage {
    accounts = List.copyOf(accounts);
  }

  /**
   * What an account has used.
   *
   * @param account its name
   * @param tresSeconds weighted TRES seconds, which are CPU seconds unless the site weighs TRES;
   *     with those of its users and of the accounts below it
   * @param users weighted TRES seconds by name of the user
   */
  public record OfAccount(String account, double tresSeconds, Map<String, Double> users) {
    /** Copies the map in alphabetical order. */
    public OfAccount {
      users = Collections.unmodifiableMap(new TreeMap<>(users));
    }
  }
}
