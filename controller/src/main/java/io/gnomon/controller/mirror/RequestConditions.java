package io.gnomon.controller.mirror;

import io.gnomon.events.EventData;
import io.gnomon.events.machine.ArrayTask;
import io.gnomon.events.machine.ResourceRequest;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.eligibility.Dependency;
import io.gnomon.sim.eligibility.DependencyKind;
import io.gnomon.sim.eligibility.JobConditions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sets in a state what jobs wait for by their requests: the begin time and the dependency of held
 * jobs, and the limit of arrays. The scheduler decides when a job of the mirror is held; a
 * simulation that begins with the mirror releases jobs when their conditions are met.
 *
 * <p>Jobs that wait for something that the mirror cannot follow, such as a singleton or a job that
 * is not active, stay held in simulations. A dependency on an array costs O(active jobs).
 */
final class RequestConditions {
  private static final int UNKNOWN_JOB = -2; // never submitted
  private static final String ALL_TASKS = "_*";
  private static final Pattern OTHER = Pattern.compile("(.+?)(?:\\+(\\d{1,7}))?");

  private final long origin;
  private final ClusterState state;
  private final Map<String, Integer> slots;

  /**
   * Conditions of jobs in a state.
   *
   * @param origin the epoch second that is second 0
   * @param slots by the scheduler's id, of all jobs on which others may depend
   */
  RequestConditions(long origin, ClusterState state, Map<String, Integer> slots) {
    this.origin = origin;
    this.state = state;
    this.slots = slots;
  }

  /**
   * Sets the conditions of a job, or replaces them.
   *
   * @param held whether the scheduler holds it
   */
  void impose(String job, int slot, ResourceRequest request, boolean held) {
    ArrayTask array = request.array();
    int limit = array == null || array.limit() < 1 ? Integer.MAX_VALUE : array.limit();
    boolean throttled = limit < Integer.MAX_VALUE;
    boolean waits = held && (request.beginTime() != EventData.NONE || request.dependency() != null);
    if (!throttled && !waits) {
      if (state.hasConditions() && state.conditions().of(slot) != null) {
        state.impose(slot, JobConditions.FREE);
      }
      return;
    }
    String expression = waits ? request.dependency() : null;
    List<Dependency> dependencies = new ArrayList<>();
    boolean any = expression != null && expression.indexOf('?') >= 0;
    if (expression != null) {
      for (String term : expression.split("[,?]")) {
        addTerm(term, job, dependencies);
      }
    }
    long begin = waits && request.beginTime() != EventData.NONE ? request.beginTime() - origin : 0;
    state.impose(
        slot,
        new JobConditions(
            (int) Math.max(0, Math.min(ClusterState.LAST, begin)),
            dependencies,
            any,
            array == null || !throttled ? JobConditions.NONE : number(array.id()),
            limit,
            JobConditions.NONE));
  }

  /**
   * What conditions still mean for a job. Begin times and dependencies matter while it is held, and
   * jobs that have ended are as unknown as those that were never submitted.
   *
   * @param active the numbers of all active jobs
   */
  static JobConditions open(JobConditions imposed, boolean held, Set<Integer> active) {
    return new JobConditions(
        held ? imposed.begin() : 0,
        held ? imposed.dependencies().stream().map(one -> open(one, active)).toList() : List.of(),
        held && imposed.anySuffices(),
        imposed.array(),
        imposed.arrayLimit(),
        imposed.series());
  }

  private static Dependency open(Dependency one, Set<Integer> active) {
    List<Integer> others = one.jobs().stream().filter(active::contains).toList();
    return new Dependency(
        one.kind(), others.isEmpty() ? List.of(UNKNOWN_JOB) : others, one.delaySeconds());
  }

  /** Equal arrays have equal numbers. */
  private static int number(String array) {
    return array.hashCode() & Integer.MAX_VALUE;
  }

  private void addTerm(String term, String job, List<Dependency> dependencies) {
    String[] parts = term.split(":", -1);
    @Nullable DependencyKind kind = kind(parts[0].toLowerCase(Locale.ROOT));
    if (kind == null || parts.length < 2) {
      dependencies.add(Dependency.on(DependencyKind.END, UNKNOWN_JOB));
      return;
    }
    boolean corresponding = parts[0].equalsIgnoreCase("aftercorr");
    for (int i = 1; i < parts.length; i++) {
      Matcher other = OTHER.matcher(parts[i]);
      if (!other.matches()) {
        dependencies.add(Dependency.on(DependencyKind.END, UNKNOWN_JOB));
        continue;
      }
      int minutes =
          other.group(2) == null || kind != DependencyKind.START
              ? 0
              : Integer.parseInt(other.group(2));
      dependencies.add(
          new Dependency(kind, others(other.group(1), job, corresponding), 60 * minutes));
    }
  }

  private static @Nullable DependencyKind kind(String type) {
    return switch (type) {
      case "after" -> DependencyKind.START;
      case "afterany" -> DependencyKind.END;
      case "afterok", "aftercorr" -> DependencyKind.SUCCESS;
      case "afternotok" -> DependencyKind.FAILURE;
      default -> null;
    };
  }

  /** The numbers of the jobs with that id, at least one. */
  private List<Integer> others(String id, String job, boolean corresponding) {
    boolean all = id.endsWith(ALL_TASKS);
    String prefix = all ? id.substring(0, id.length() - 1) : id;
    List<Integer> numbers = new ArrayList<>();
    if (all && corresponding && job.indexOf('_') > 0) {
      addNumber(prefix + job.substring(job.indexOf('_') + 1), numbers);
    } else if (all) {
      slots.keySet().stream()
          .filter(name -> name.startsWith(prefix))
          .sorted()
          .forEach(name -> addNumber(name, numbers));
    } else {
      addNumber(id, numbers);
    }
    return numbers.isEmpty() ? List.of(UNKNOWN_JOB) : numbers;
  }

  private void addNumber(String name, List<Integer> numbers) {
    Integer slot = slots.get(name);
    if (slot != null) {
      numbers.add(state.job(slot));
      state.conditions().watch(state.job(slot), 0, state.startTime(slot));
    }
  }
}
