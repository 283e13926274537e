package io.gnomon.sim.cluster;

import io.gnomon.sim.priority.Claimant;
import io.gnomon.sim.priority.Claims;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The snapshot of {@link Accounting}: usage and fair share by index of the association, and on
 * whose behalf the jobs of a snapshot were submitted. Accounts and parameters are not part of it.
 */
final class AccountingSnapshot {
  private AccountingSnapshot() {}

  /**
   * Returns a snapshot.
   *
   * @param slots of the jobs, in the order of the snapshot of the state
   */
  static Snapshot of(Accounting accounting, int[] slots) {
    Map<Integer, Integer> claimants = new LinkedHashMap<>();
    int[] claim = new int[slots.length];
    int[] eligible = new int[slots.length];
    for (int i = 0; i < slots.length; i++) {
      int id = accounting.claimId(slots[i]);
      claim[i] =
          id == ClusterState.NONE
              ? ClusterState.NONE
              : claimants.computeIfAbsent(id, unused -> claimants.size());
      eligible[i] = accounting.eligibleSince(slots[i]);
    }
    List<Claimant> written =
        claimants.keySet().stream().map(accounting.claims()::claimant).toList();
    return new Snapshot()
        .put("recalculatedAt", accounting.recalculatedAt())
        .put("usage", accounting.usage().toArray())
        .put("fairShare", accounting.fairShares())
        .putStrings("user", written.stream().map(Claimant::user).toList())
        .putStrings("account", written.stream().map(Claimant::account).toList())
        .putStrings("qos", written.stream().map(Claimant::qos).toList())
        .put("nice", written.stream().mapToInt(Claimant::nice).toArray())
        .put("claim", claim)
        .put("eligibleSince", eligible);
  }

  /**
   * Restores a snapshot into a state that has the jobs already.
   *
   * @throws IllegalArgumentException if a field is missing or has the wrong type or length, or
   *     names a QOS that the cluster does not have
   */
  static void restore(Snapshot snapshot, int[] slots, ClusterState state) {
    Accounting accounting = state.accounting();
    int associations = accounting.accounts().tree().size();
    accounting.restore(
        snapshot.getDoubles("usage", associations),
        snapshot.getDoubles("fairShare", associations),
        snapshot.getInt("recalculatedAt"));
    List<String> users = snapshot.getStrings("user");
    List<String> accounts = snapshot.getStrings("account", users.size());
    List<String> qos = snapshot.getStrings("qos", users.size());
    int[] nice = snapshot.getInts("nice", users.size());
    Claims claims = accounting.claims();
    List<Integer> ids = new ArrayList<>();
    for (int i = 0; i < nice.length; i++) {
      ids.add(claims.of(new Claimant(users.get(i), accounts.get(i), qos.get(i), nice[i])));
    }
    int[] claim = snapshot.getInts("claim", slots.length);
    int[] eligible = snapshot.getInts("eligibleSince", slots.length);
    for (int i = 0; i < slots.length; i++) {
      if (claim[i] != ClusterState.NONE) {
        if (claim[i] < 0 || claim[i] >= ids.size()) {
          throw new IllegalArgumentException(
              "%s has %d; it must be below %d"
                  .formatted(snapshot.describe("claim"), claim[i], ids.size()));
        }
        state.claim(slots[i], ids.get(claim[i]));
      }
      accounting.setEligibleSince(slots[i], eligible[i]);
    }
  }
}
