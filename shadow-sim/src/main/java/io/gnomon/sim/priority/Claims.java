package io.gnomon.sim.priority;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The claims of the jobs of a cluster, numbered from 0; equal claimants have the same number.
 *
 * <p>Safe for use by several threads. Finding a known claim costs a hash lookup; getting one by its
 * number an array access.
 */
public final class Claims {
  private final Accounts accounts;
  private final Map<Claimant, Integer> known = new HashMap<>();
  private volatile Claim[] byId = new Claim[16];
  private volatile Claimant[] claimants = new Claimant[16];

  /** No claims yet. */
  public Claims(Accounts accounts) {
    this.accounts = accounts;
  }

  /** The accounts. */
  public Accounts accounts() {
    return accounts;
  }

  /** The claim with that number. */
  public Claim get(int id) {
    return byId[id];
  }

  /** Whose claim has that number. */
  public Claimant claimant(int id) {
    return claimants[id];
  }

  /** How many claims there are. */
  public synchronized int size() {
    return known.size();
  }

  /**
   * The number of a claimant's claim.
   *
   * @throws IllegalArgumentException for an unknown QOS
   */
  public synchronized int of(Claimant claimant) {
    Integer id = known.get(claimant);
    return id != null ? id : add(claimant);
  }

  private int add(Claimant claimant) {
    Claim claim = accounts.resolve(claimant);
    int id = known.size();
    Claim[] claims = byId;
    Claimant[] whose = claimants;
    if (id == claims.length) {
      claims = Arrays.copyOf(claims, 2 * id);
      whose = Arrays.copyOf(whose, 2 * id);
    }
    claims[id] = claim;
    byId = claims;
    whose[id] = claimant;
    claimants = whose;
    known.put(claimant, id);
    return id;
  }
}
