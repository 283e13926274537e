package io.gnomon.sim.cluster;

import io.gnomon.sim.priority.JobAccountSnapshot;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.Arrays;

/**
 * The snapshot of {@link FairShareAccounting}: usage and fair share by index of the association,
 * and on whose behalf the jobs of a snapshot were submitted. Accounts and parameters are not part
 * of it.
 */
final class AccountingSnapshot {
  private AccountingSnapshot() {}

  /**
   * Returns a snapshot.
   *
   * @param slots of the jobs, in the order of the snapshot of the state
   */
  static Snapshot of(FairShareAccounting accounting, int[] slots) {
    int[] numbers = Arrays.stream(slots).map(accounting::accountId).toArray();
    Snapshot snapshot =
        new Snapshot()
            .put("recalculatedAt", accounting.recalculatedAt())
            .put("usage", accounting.usage().toArray())
            .put("fairShare", accounting.fairShares());
    JobAccountSnapshot.write(accounting.jobAccounts(), numbers, snapshot);
    return snapshot;
  }

  /**
   * Restores a snapshot into a state that has the jobs already.
   *
   * @throws IllegalArgumentException if a field is missing or has the wrong type or length
   */
  static void restore(Snapshot snapshot, int[] slots, ClusterState state) {
    FairShareAccounting accounting = state.accounting();
    int associations = accounting.accounts().tree().size();
    accounting.restore(
        snapshot.getDoubles("usage", associations),
        snapshot.getDoubles("fairShare", associations),
        snapshot.getInt("recalculatedAt"));
    int[] numbers = JobAccountSnapshot.read(accounting.jobAccounts(), snapshot, slots.length);
    for (int i = 0; i < slots.length; i++) {
      if (numbers[i] != ClusterState.NONE) {
        state.account(slots[i], numbers[i]);
      }
    }
  }
}
