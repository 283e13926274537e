package io.gnomon.sim.priority;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The accounts of the jobs of a cluster, numbered from 0; equal accounts have the same number.
 *
 * <p>Safe for use by several threads. Finding a known account costs a hash lookup; getting one by
 * its number an array access.
 */
public final class JobAccounts {
  private final Accounts accounts;
  private final Map<JobAccount, Integer> known = new HashMap<>();
  private volatile ResolvedAccount[] byId = new ResolvedAccount[16];
  private volatile JobAccount[] names = new JobAccount[16];

  /** No accounts yet. */
  public JobAccounts(Accounts accounts) {
    this.accounts = accounts;
  }

  /** The accounts of the cluster. */
  public Accounts accounts() {
    return accounts;
  }

  /** The resolved account with that number. */
  public ResolvedAccount get(int id) {
    return byId[id];
  }

  /** The names of the account with that number. */
  public JobAccount jobAccount(int id) {
    return names[id];
  }

  /** How many different accounts jobs have. */
  public synchronized int size() {
    return known.size();
  }

  /** The number of an account. Its names stay, even if the cluster does not know them. */
  public synchronized int of(JobAccount jobAccount) {
    Integer id = known.get(jobAccount);
    return id != null ? id : add(jobAccount);
  }

  private int add(JobAccount jobAccount) {
    ResolvedAccount account = accounts.resolve(jobAccount);
    int id = known.size();
    ResolvedAccount[] resolved = byId;
    JobAccount[] named = names;
    if (id == resolved.length) {
      resolved = Arrays.copyOf(resolved, 2 * id);
      named = Arrays.copyOf(named, 2 * id);
    }
    resolved[id] = account;
    byId = resolved;
    named[id] = jobAccount;
    names = named;
    known.put(jobAccount, id);
    return id;
  }
}
