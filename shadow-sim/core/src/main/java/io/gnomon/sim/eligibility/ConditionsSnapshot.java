package io.gnomon.sim.eligibility;

import io.gnomon.sim.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * The snapshot of {@link Conditions}, with jobs by number: one column per attribute of the jobs
 * that have conditions or are held, one of their dependencies, and one of the jobs that others wait
 * for. Both directions cost O(slots).
 */
public final class ConditionsSnapshot {
  private static final int NO_HOLD = -1;

  /** What is kept for one job. */
  record Row(
      int slot,
      int job,
      JobConditions conditions,
      boolean hasConditions,
      int hold,
      int eligible,
      boolean held,
      boolean managed) {}

  private ConditionsSnapshot() {}

  /** Returns the snapshot. */
  public static Snapshot of(Conditions conditions) {
    List<Row> rows = conditions.rows();
    List<int[]> dependencies = new ArrayList<>(); // row, kind, delay
    List<int[]> others = new ArrayList<>(); // dependency, job
    for (int row = 0; row < rows.size(); row++) {
      for (Dependency one : rows.get(row).conditions().dependencies()) {
        for (int other : one.jobs()) {
          others.add(new int[] {dependencies.size(), other});
        }
        dependencies.add(new int[] {row, one.kind().ordinal(), one.delaySeconds()});
      }
    }
    Map<Integer, Prerequisite> waitedFor = new TreeMap<>(conditions.prerequisites());
    List<Prerequisite> known = List.copyOf(waitedFor.values());
    return new Snapshot()
        .putStrings("kinds", names(DependencyKind.values()))
        .putStrings("reasons", names(WaitingReason.values()))
        .put("job", column(rows, Row::job))
        .put("conditioned", column(rows, row -> row.hasConditions() ? 1 : 0))
        .put("begin", column(rows, row -> row.conditions().begin()))
        .put("any", column(rows, row -> row.conditions().anySuffices() ? 1 : 0))
        .put("array", column(rows, row -> row.conditions().array()))
        .put("arrayLimit", column(rows, row -> row.conditions().arrayLimit()))
        .put("series", column(rows, row -> row.conditions().series()))
        .put("hold", column(rows, Row::hold))
        .put("eligible", column(rows, Row::eligible))
        .put("managed", column(rows, row -> row.managed() ? 1 : 0))
        .put("dependencyOf", column(dependencies, one -> one[0]))
        .put("dependencyKind", column(dependencies, one -> one[1]))
        .put("dependencyDelay", column(dependencies, one -> one[2]))
        .put("otherOf", column(others, one -> one[0]))
        .put("other", column(others, one -> one[1]))
        .put("waitedFor", waitedFor.keySet().stream().mapToInt(Integer::intValue).toArray())
        .put("pins", column(known, one -> one.pins))
        .put("started", column(known, one -> one.started))
        .put("ended", column(known, one -> one.ended ? 1 : 0))
        .put("succeeded", column(known, one -> one.succeeded ? 1 : 0));
  }

  private static <T> int[] column(List<T> rows, ToIntFunction<T> value) {
    return rows.stream().mapToInt(value).toArray();
  }

  private static List<String> names(Enum<?>[] values) {
    return Arrays.stream(values).map(Enum::name).toList();
  }

  /** Whether a job is held or started. */
  public interface Phases {
    /** The slot of a job. */
    int slot(int job);

    /** Whether it is held. */
    boolean isHeld(int slot);

    /** Whether it runs or is suspended. */
    boolean isStarted(int slot);
  }

  /**
   * Returns the conditions of a snapshot.
   *
   * @param phases of the jobs, which the state has again
   * @throws IllegalArgumentException if a field is missing or has the wrong type or length
   */
  public static Conditions restored(Snapshot snapshot, Phases phases) {
    DependencyKind[] kinds =
        snapshot.getStrings("kinds").stream()
            .map(DependencyKind::valueOf)
            .toArray(DependencyKind[]::new);
    WaitingReason[] reasons =
        snapshot.getStrings("reasons").stream()
            .map(WaitingReason::valueOf)
            .toArray(WaitingReason[]::new);
    int[] job = snapshot.getInts("job");
    Conditions restored = new Conditions();
    int[] waitedFor = snapshot.getInts("waitedFor");
    IntUnaryOperator pins = reader(snapshot, "pins", waitedFor.length);
    IntUnaryOperator started = reader(snapshot, "started", waitedFor.length);
    IntUnaryOperator ended = reader(snapshot, "ended", waitedFor.length);
    IntUnaryOperator succeeded = reader(snapshot, "succeeded", waitedFor.length);
    List<List<Dependency>> dependencies = dependencies(snapshot, job.length, kinds);
    IntUnaryOperator conditioned = reader(snapshot, "conditioned", job.length);
    IntUnaryOperator begin = reader(snapshot, "begin", job.length);
    IntUnaryOperator any = reader(snapshot, "any", job.length);
    IntUnaryOperator array = reader(snapshot, "array", job.length);
    IntUnaryOperator arrayLimit = reader(snapshot, "arrayLimit", job.length);
    IntUnaryOperator series = reader(snapshot, "series", job.length);
    IntUnaryOperator hold = reader(snapshot, "hold", job.length);
    IntUnaryOperator eligible = reader(snapshot, "eligible", job.length);
    IntUnaryOperator managed = reader(snapshot, "managed", job.length);
    for (int i = 0; i < job.length; i++) {
      int slot = phases.slot(job[i]);
      boolean held = phases.isHeld(slot);
      JobConditions own =
          new JobConditions(
              begin.applyAsInt(i),
              dependencies.get(i),
              any.applyAsInt(i) != 0,
              array.applyAsInt(i),
              arrayLimit.applyAsInt(i),
              series.applyAsInt(i));
      if (conditioned.applyAsInt(i) != 0) {
        restored.impose(slot, job[i], own, held, phases.isStarted(slot));
      }
      int reason = hold.applyAsInt(i);
      restored.restore(
          new Row(
              slot,
              job[i],
              own,
              conditioned.applyAsInt(i) != 0,
              reason,
              eligible.applyAsInt(i),
              held,
              managed.applyAsInt(i) != 0),
          reason == NO_HOLD ? null : reasons[reason]);
    }
    for (int i = 0; i < waitedFor.length; i++) {
      restored.restore(
          waitedFor[i],
          pins.applyAsInt(i),
          started.applyAsInt(i),
          ended.applyAsInt(i) != 0,
          succeeded.applyAsInt(i) != 0);
    }
    return restored;
  }

  private static IntUnaryOperator reader(Snapshot snapshot, String name, int rows) {
    int[] values = snapshot.getInts(name, rows);
    return i -> values[i];
  }

  private static List<List<Dependency>> dependencies(
      Snapshot snapshot, int rows, DependencyKind[] kinds) {
    int[] of = snapshot.getInts("dependencyOf");
    int[] kind = snapshot.getInts("dependencyKind", of.length);
    int[] delay = snapshot.getInts("dependencyDelay", of.length);
    int[] otherOf = snapshot.getInts("otherOf");
    int[] other = snapshot.getInts("other", otherOf.length);
    List<List<Integer>> others = new ArrayList<>();
    IntStream.range(0, of.length).forEach(i -> others.add(new ArrayList<>()));
    for (int i = 0; i < otherOf.length; i++) {
      others.get(otherOf[i]).add(other[i]);
    }
    List<List<Dependency>> dependencies = new ArrayList<>();
    IntStream.range(0, rows).forEach(i -> dependencies.add(new ArrayList<>()));
    for (int i = 0; i < of.length; i++) {
      dependencies.get(of[i]).add(new Dependency(kinds[kind[i]], others.get(i), delay[i]));
    }
    return dependencies;
  }
}
