package io.gnomon.sim.fidelity;

import io.gnomon.sim.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The comparison of one span of time, or of several in a row.
 *
 * @param since second at which it begins
 * @param until second at which it ends
 * @param all sums over all compared jobs
 * @param partitions the same by the scheduler's partition, for jobs that have one
 */
public record FidelityResult(
    int since, int until, FidelityTotals all, SortedMap<String, FidelityTotals> partitions) {
  /** Copies the map. */
  public FidelityResult {
    partitions = Collections.unmodifiableSortedMap(new TreeMap<>(partitions));
  }

  /** The compared time in seconds. */
  public int seconds() {
    return until - since;
  }

  /** Both together; {@code later} comes after this one. */
  FidelityResult plus(FidelityResult later) {
    SortedMap<String, FidelityTotals> sums = new TreeMap<>(partitions);
    later.partitions.forEach((name, totals) -> sums.merge(name, totals, FidelityTotals::plus));
    return new FidelityResult(since, later.until, all.plus(later.all), sums);
  }

  Snapshot snapshot() {
    List<String> names = new ArrayList<>(partitions.keySet());
    double[] totals = new double[(1 + names.size()) * FidelityTotals.COLUMNS];
    all.write(totals, 0);
    int at = FidelityTotals.COLUMNS;
    for (FidelityTotals one : partitions.values()) {
      one.write(totals, at);
      at += FidelityTotals.COLUMNS;
    }
    return new Snapshot()
        .put("since", since)
        .put("until", until)
        .putStrings("partition", names)
        .put("totals", totals);
  }

  static FidelityResult restored(Snapshot snapshot) {
    List<String> names = snapshot.getStrings("partition");
    double[] totals = snapshot.getDoubles("totals", (1 + names.size()) * FidelityTotals.COLUMNS);
    SortedMap<String, FidelityTotals> partitions = new TreeMap<>();
    for (int i = 0; i < names.size(); i++) {
      partitions.put(names.get(i), FidelityTotals.read(totals, (i + 1) * FidelityTotals.COLUMNS));
    }
    return new FidelityResult(
        snapshot.getInt("since"),
        snapshot.getInt("until"),
        FidelityTotals.read(totals, 0),
        partitions);
  }
}
