package io.gnomon.sim.eligibility;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What connects a cluster's jobs: those that depend on others, the tasks of arrays that share a
 * limit, and series, whose jobs run one at a time.
 *
 * <p>A change passes on the jobs that may have become eligible by it.
 */
final class JobRelations {
  /** The jobs whose conditions may have been met. */
  interface Retest {
    /** Adds a job, if its conditions hold it back; returns whether they do. */
    boolean add(int slot);
  }

  private final Map<Integer, Prerequisite> prerequisites; // by job
  private final Map<Integer, Throttle> throttles; // by array
  private final Map<Integer, Series> series;

  JobRelations() {
    prerequisites = new HashMap<>();
    throttles = new HashMap<>();
    series = new HashMap<>();
  }

  private JobRelations(JobRelations from) {
    prerequisites = copy(from.prerequisites, Prerequisite::new);
    throttles = copy(from.throttles, Throttle::new);
    series = copy(from.series, Series::new);
  }

  JobRelations copy() {
    return new JobRelations(this);
  }

  private static <T> Map<Integer, T> copy(Map<Integer, T> from, Function<T, T> copier) {
    Map<Integer, T> copy = new HashMap<>();
    from.forEach((key, value) -> copy.put(key, copier.apply(value)));
    return copy;
  }

  /** The jobs for which others wait, or will wait. */
  Map<Integer, Prerequisite> prerequisites() {
    return prerequisites;
  }

  // --- changes

  void add(int slot, int job, JobConditions on, boolean isHeld, boolean isStarted) {
    for (Dependency one : on.dependencies()) {
      for (int other : one.jobs()) {
        Prerequisite prerequisite = prerequisite(other);
        prerequisite.dependents.add(slot);
        prerequisite.pins = Math.max(0, prerequisite.pins - 1);
      }
    }
    if (on.array() != JobConditions.NONE) {
      Throttle throttle = throttles.computeIfAbsent(on.array(), array -> new Throttle());
      throttle.tasks++;
      if (isHeld) {
        throttle.held.put(job, slot);
      } else {
        throttle.open++;
      }
    }
    if (on.series() != JobConditions.NONE) {
      Series of = series.computeIfAbsent(on.series(), number -> new Series());
      of.active.put(job, slot);
      of.started += isStarted ? 1 : 0;
    }
  }

  void remove(
      int slot, int job, JobConditions on, boolean isHeld, boolean isStarted, Retest retest) {
    for (Dependency one : on.dependencies()) {
      for (int other : one.jobs()) {
        Prerequisite prerequisite = prerequisite(other);
        prerequisite.dependents.remove(slot);
        if (!prerequisite.isNeeded()) {
          prerequisites.remove(other);
        }
      }
    }
    if (on.array() != JobConditions.NONE) {
      Throttle throttle = throttle(on);
      throttle.tasks--;
      if (isHeld) {
        throttle.held.remove(job);
      } else {
        throttle.open--;
      }
      retestTasks(throttle, on.arrayLimit(), retest);
      if (throttle.tasks == 0) {
        throttles.remove(on.array());
      }
    }
    Series of = series.get(on.series());
    if (of != null) {
      of.active.remove(job);
      of.started -= isStarted ? 1 : 0;
      of.active.values().forEach(retest::add);
      if (of.active.isEmpty()) {
        series.remove(on.series());
      }
    }
  }

  /** See {@link Conditions#watch}. */
  void watch(int job, int dependents, int start) {
    Prerequisite watched = prerequisite(job);
    watched.pins += dependents;
    if (start != Conditions.NONE && !watched.hasStarted()) {
      watched.started = start;
    }
  }

  void held(int slot, int job, JobConditions on, Retest retest) {
    if (on.array() != JobConditions.NONE) {
      Throttle throttle = throttle(on);
      throttle.held.put(job, slot);
      throttle.open--;
      retestTasks(throttle, on.arrayLimit(), retest);
    }
  }

  void released(int job, JobConditions on) {
    if (on.array() != JobConditions.NONE) {
      throttle(on).held.remove(job);
      throttle(on).open++;
    }
  }

  void started(int job, @Nullable JobConditions on, int now, Retest retest) {
    Prerequisite prerequisite = prerequisites.get(job);
    if (prerequisite != null && !prerequisite.hasStarted()) {
      prerequisite.started = now;
      prerequisite.dependents.forEach(retest::add);
    }
    Series of = on == null ? null : series.get(on.series());
    if (of != null) {
      of.started++;
    }
  }

  void requeued(@Nullable JobConditions on, Retest retest) {
    Series of = on == null ? null : series.get(on.series());
    if (of != null) {
      of.started--;
      of.active.values().forEach(retest::add);
    }
  }

  void ended(int job, int now, boolean success, Retest retest) {
    Prerequisite prerequisite = prerequisites.get(job);
    if (prerequisite != null) {
      prerequisite.started = prerequisite.hasStarted() ? prerequisite.started : now;
      prerequisite.ended = true;
      prerequisite.succeeded = success;
      prerequisite.dependents.forEach(retest::add);
    }
  }

  void restore(int job, int pins, int started, boolean ended, boolean succeeded) {
    Prerequisite known = prerequisite(job);
    known.pins = pins;
    known.started = started;
    known.ended = ended;
    known.succeeded = succeeded;
  }

  private static void retestTasks(Throttle throttle, int limit, Retest retest) {
    int left = limit - throttle.open;
    for (int slot : throttle.held.values()) {
      if (left <= 0) {
        break;
      }
      left -= retest.add(slot) ? 1 : 0;
    }
  }

  // --- tests

  /** Why the dependencies of a job are not met; null if they are. */
  @Nullable WaitingReason dependency(JobConditions on, int job, int now) {
    boolean waits = false;
    boolean fails = false;
    boolean met = on.dependencies().isEmpty();
    for (Dependency one : on.dependencies()) {
      Outcome outcome = outcome(one, on, job, now);
      met |= outcome == Outcome.MET;
      waits |= outcome == Outcome.OPEN;
      fails |= outcome == Outcome.FAILED;
    }
    if (on.anySuffices() && met) {
      return null;
    }
    if (fails && !(on.anySuffices() && waits)) {
      return WaitingReason.DEPENDENCY_NEVER_SATISFIED;
    }
    return waits ? WaitingReason.DEPENDENCY : null;
  }

  private enum Outcome {
    MET,
    OPEN,
    FAILED
  }

  private Outcome outcome(Dependency one, JobConditions on, int job, int now) {
    if (one.kind() == DependencyKind.SINGLETON) {
      Series of = series.get(on.series());
      boolean first = of == null || (of.started == 0 && of.active.firstKey() >= job);
      return first ? Outcome.MET : Outcome.OPEN;
    }
    boolean success = true;
    for (int other : one.jobs()) {
      Prerequisite known = prerequisites.get(other);
      if (known == null) {
        return Outcome.OPEN;
      }
      boolean done =
          one.kind() == DependencyKind.START
              ? known.hasStarted() && known.started + (long) one.delaySeconds() <= now
              : known.ended;
      if (!done) {
        return Outcome.OPEN;
      }
      success &= known.succeeded;
    }
    return switch (one.kind()) {
      case SUCCESS -> success ? Outcome.MET : Outcome.FAILED;
      case FAILURE -> success ? Outcome.FAILED : Outcome.MET;
      case START, END, SINGLETON -> Outcome.MET;
    };
  }

  /** Whether the other tasks of a job's array leave no room for it. */
  boolean isThrottled(JobConditions on, boolean isHeld) {
    return on.array() != JobConditions.NONE
        && throttle(on).open - (isHeld ? 0 : 1) >= on.arrayLimit();
  }

  /** When the delay of a dependency ends; {@link Conditions#NEVER} or more if that is not known. */
  long delayedStart(Dependency one) {
    long latest = 0;
    for (int other : one.jobs()) {
      Prerequisite known = prerequisite(other);
      latest = Math.max(latest, known.hasStarted() ? known.started : Conditions.NEVER);
    }
    return latest + one.delaySeconds();
  }

  private Prerequisite prerequisite(int job) {
    return prerequisites.computeIfAbsent(job, number -> new Prerequisite());
  }

  private Throttle throttle(JobConditions on) {
    Throttle throttle = throttles.get(on.array());
    if (throttle == null) {
      throw new IllegalStateException("array " + on.array() + " has no active tasks");
    }
    return throttle;
  }
}
