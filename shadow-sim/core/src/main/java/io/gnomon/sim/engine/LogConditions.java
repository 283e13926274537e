package io.gnomon.sim.engine;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.eligibility.Conditions;
import io.gnomon.sim.eligibility.Dependency;
import io.gnomon.sim.eligibility.DependencyKind;
import io.gnomon.sim.eligibility.JobConditions;
import io.gnomon.sim.workload.JobLog;
import io.gnomon.sim.workload.StartConditions;
import io.gnomon.sim.workload.StartConditions.JobReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of the jobs of a log, with indices in the log for numbers in the archive.
 * Dependencies on jobs that the log does not have count as satisfied. Immutable; O(jobs) to create.
 */
final class LogConditions {
  private final @Nullable JobConditions[] conditions; // by job, from the first on
  private final Map<Integer, Integer> dependents = new HashMap<>();
  private final int from;

  /** The conditions of the jobs {@code from} (inclusive) to {@code to} (exclusive). */
  LogConditions(JobLog log, int from, int to) {
    this.from = from;
    conditions = new JobConditions[to - from];
    Map<Long, List<Integer>> byNumber = new HashMap<>();
    for (int job = from; job < to; job++) {
      byNumber.computeIfAbsent(log.jobId(job), number -> new ArrayList<>()).add(job);
    }
    for (int job = from; job < to; job++) {
      StartConditions on = log.conditions(job);
      if (on != null) {
        conditions[job - from] = resolved(log, job, on, byNumber);
      }
    }
  }

  private JobConditions resolved(
      JobLog log, int job, StartConditions on, Map<Long, List<Integer>> byNumber) {
    List<Dependency> dependencies = new ArrayList<>();
    for (JobReference reference : on.dependencies()) {
      if (reference.kind() == DependencyKind.SINGLETON) {
        dependencies.add(new Dependency(DependencyKind.SINGLETON, List.of(), 0));
        continue;
      }
      List<Integer> others =
          byNumber.getOrDefault(reference.job(), List.of()).stream()
              .filter(other -> other != job && isTask(log, other, reference.task()))
              .toList();
      if (!others.isEmpty()) {
        dependencies.add(new Dependency(reference.kind(), others, reference.delaySeconds()));
      } else if (on.anySuffices()) {
        dependencies.clear();
        break;
      }
    }
    for (Dependency one : dependencies) {
      one.jobs().forEach(other -> dependents.merge(other, 1, Integer::sum));
    }
    return with(log, job, on, dependencies, byNumber);
  }

  private static boolean isTask(JobLog log, int job, int task) {
    StartConditions on = log.conditions(job);
    return task == JobLog.UNKNOWN || (on != null && on.task() == task);
  }

  private static JobConditions with(
      JobLog log,
      int job,
      StartConditions on,
      List<Dependency> dependencies,
      Map<Long, List<Integer>> byNumber) {
    return new JobConditions(
        on.beginDelay() == 0 ? 0 : log.submit(job) + on.beginDelay(),
        dependencies,
        on.anySuffices(),
        on.array() == JobLog.UNKNOWN
            ? JobConditions.NONE
            : byNumber.getOrDefault(on.array(), List.of(job)).get(0),
        on.arrayLimit(),
        on.series());
  }

  /** Announces the jobs on which others depend. */
  void watch(ClusterState state) {
    dependents.forEach((job, count) -> state.conditions().watch(job, count, Conditions.NONE));
  }

  /** The conditions of a job, null if it has none. */
  @Nullable JobConditions of(int job) {
    return conditions[job - from];
  }
}
