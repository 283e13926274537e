package io.gnomon.bridge.slurm.apply;

import io.gnomon.bridge.slurm.read.JobRecord;
import io.gnomon.bridge.slurm.read.SlurmState;
import io.gnomon.bridge.slurm.read.Widths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Finds the nice values that differ from an order's, and those that are to be given back. Left
 * alone are jobs that are held, as a nice value would release them, jobs of several partitions or
 * components, and jobs whose nice value or priority somebody else has set.
 */
final class NiceValues {
  private final String partition;
  private final SlurmState state;
  private final @Nullable Ordering ordering;
  private final Map<String, Nice> kept;
  private final Map<String, Nice> next = new HashMap<>();
  private final List<Step> steps = new ArrayList<>();

  /**
   * Looks at the jobs of a partition.
   *
   * @param ordering that they shall have, or null for their own
   * @param kept what Gnomon has set, by job or array
   */
  NiceValues(
      String partition, SlurmState state, @Nullable Ordering ordering, Map<String, Nice> kept) {
    this.partition = partition;
    this.state = state;
    this.ordering = ordering;
    this.kept = kept;
    state.jobs().forEach(this::look);
  }

  /** What is to be done, a job a step. */
  List<Step> steps() {
    return List.copyOf(steps);
  }

  /** What Gnomon has set then; jobs that have ended are forgotten. */
  Map<String, Nice> kept() {
    return Map.copyOf(next);
  }

  private static String key(JobRecord job) {
    return Long.toString(job.arrayJob() > 0 ? job.arrayJob() : job.id());
  }

  private static boolean isPresent(JobRecord job) {
    return job.is("PENDING") || job.is("RUNNING") || job.is("SUSPENDED") || job.is("CONFIGURING");
  }

  private void look(JobRecord job) {
    if (!isPresent(job) || job.hetJob() > 0) {
      return;
    }
    String key = key(job);
    Nice before = kept.get(key);
    boolean placed = ordering != null && job.partition().equals(partition);
    boolean untouched = before != null ? before.isOurs(job.nice()) : isOwn(job.nice());
    if (!job.is("PENDING") || job.priority() <= 0 || !untouched) {
      keep(key, before);
      return;
    }
    long own = before == null ? own(job.nice()) : before.own();
    OptionalLong wanted = placed ? place(job) : OptionalLong.of(own);
    if (wanted.isEmpty()) {
      keep(key, before);
      return;
    }
    change(job, key, own, wanted.getAsLong(), placed);
  }

  private OptionalLong place(JobRecord job) {
    return ordering == null
        ? OptionalLong.empty()
        : ordering.nice(job, new Widths(state.partitions(), ordering.wholeNodes()));
  }

  private void change(JobRecord job, String key, long own, long wanted, boolean placed) {
    if (placed) {
      next.put(key, new Nice(own, wanted, job.nice()));
    }
    if (wanted != job.nice()) {
      steps.add(Step.nice(Planner.updatable(job), key, wanted, job.nice()));
    }
  }

  private void keep(String key, @Nullable Nice nice) {
    if (nice != null) {
      next.putIfAbsent(key, nice);
    }
  }

  private static boolean isOwn(long nice) {
    return Math.abs(nice) <= Ordering.MOST_OWN
        || Math.abs(nice - Ordering.BOTTOM) <= Ordering.MOST_OWN;
  }

  /** What its user has given a job, of which the script may have made {@link Ordering#BOTTOM}. */
  private static long own(long nice) {
    return Math.abs(nice) <= Ordering.MOST_OWN ? nice : nice - Ordering.BOTTOM;
  }
}
