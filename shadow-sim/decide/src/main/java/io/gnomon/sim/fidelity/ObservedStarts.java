package io.gnomon.sim.fidelity;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.Saved;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the scheduler did with the jobs of one span: which started and when, and which were still
 * waiting at its end. Jobs that were held, changed, cancelled, suspended or requeued in the span
 * are not compared, because the simulation does not contain that.
 *
 * <p>The comparison does not depend on the order in which starts are recorded. Not thread-safe.
 */
final class ObservedStarts implements Saved {
  private static final String NO_PARTITION = "";

  private final Map<Integer, Observed> jobs = new HashMap<>();
  private final Set<Integer> excluded = new HashSet<>();

  /** A job; its start is {@link ClusterState#NONE} while it waits. */
  private record Observed(int submit, int start, String partition) {}

  /** The number of jobs that are kept. */
  int size() {
    return jobs.size() + excluded.size();
  }

  /** Records the start of a job; only the first one counts. */
  void started(int job, int submit, int start, @Nullable String partition) {
    jobs.merge(
        job,
        new Observed(submit, start, partition == null ? NO_PARTITION : partition),
        (known, again) ->
            known.start == ClusterState.NONE || again.start < known.start ? again : known);
  }

  /** Records a job that waits at the end of the span. */
  void waits(int job, int submit, @Nullable String partition) {
    jobs.putIfAbsent(
        job, new Observed(submit, ClusterState.NONE, partition == null ? NO_PARTITION : partition));
  }

  /** Whether a job was left out and has not started. */
  boolean isHeldBack(int job) {
    Observed observed = jobs.get(job);
    return excluded.contains(job) && (observed == null || observed.start == ClusterState.NONE);
  }

  /** Leaves out a job. */
  void exclude(int job) {
    excluded.add(job);
  }

  /**
   * Compares the waits within a span. Jobs that started neither in reality nor in the simulation
   * are left out, because nothing is known yet; and jobs that waited less than a minute in both,
   * because predicting these shows nothing.
   *
   * @param predicted the simulated starts by job
   */
  FidelityResult compare(int since, int until, Map<Integer, Integer> predicted) {
    FidelityTotals all = FidelityTotals.NONE;
    SortedMap<String, FidelityTotals> partitions = new TreeMap<>();
    for (Map.Entry<Integer, Observed> entry : jobs.entrySet()) {
      Observed job = entry.getValue();
      int actual = Math.min(until, job.start == ClusterState.NONE ? until : job.start);
      int simulated = Math.min(until, predicted.getOrDefault(entry.getKey(), until));
      int from = Math.max(since, job.submit);
      boolean waited = Math.max(actual, simulated) - from >= FidelityTotals.MINUTE;
      boolean known = Math.min(actual, simulated) < until;
      if (waited && known && !excluded.contains(entry.getKey())) {
        FidelityTotals one =
            FidelityTotals.of(Math.max(0, actual - from), Math.max(0, simulated - from));
        all = all.plus(one);
        if (!job.partition.equals(NO_PARTITION)) {
          partitions.merge(job.partition, one, FidelityTotals::plus);
        }
      }
    }
    return new FidelityResult(since, until, all, partitions);
  }

  @Override
  public void fields(Fields fields) {
    SortedMap<Integer, Observed> sorted = new TreeMap<>(jobs);
    List<String> names =
        fields.texts("name", sorted.values().stream().map(Observed::partition).distinct().toList());
    fields.rows(
        table ->
            sorted.forEach(
                (job, observed) ->
                    table.add(
                        job, observed.submit, observed.start, names.indexOf(observed.partition))),
        row -> jobs.put(row[0], new Observed(row[1], row[2], names.get(row[3]))),
        "job",
        "submit",
        "start",
        "partition");
    int[] left = excluded.stream().mapToInt(Integer::intValue).sorted().toArray();
    for (int job : fields.numbers("excluded", left)) {
      excluded.add(job);
    }
  }
}
