package io.gnomon.bridge.polling;

import io.gnomon.events.EventData;
import io.gnomon.events.cluster.CapacityChanged;
import io.gnomon.events.job.JobCancelled;
import io.gnomon.events.job.JobEvent;
import io.gnomon.events.job.JobFinished;
import io.gnomon.events.job.JobModified;
import io.gnomon.events.job.JobRequeued;
import io.gnomon.events.job.JobResumed;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobStarted;
import io.gnomon.events.job.JobState;
import io.gnomon.events.job.JobSubmitted;
import io.gnomon.events.job.JobSuspended;
import io.gnomon.events.machine.DeclaredMachine;
import io.gnomon.events.machine.NodeStateChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Merges the events of many jobs into one order: by time, and within a second first the events that
 * free processors, then the starts that fit. The events of one job keep their order.
 *
 * <p>A start or resumption is refused if the nodes of the job are not free: then the job stays as
 * it was before, and one that was not published is left out entirely.
 */
final class EventMerger {
  private final long clock;
  private final long now;
  private final int capacity;
  private final Map<String, JobSnapshot> published;
  private final Map<String, JobSnapshot> observed;
  private final Map<String, JobSnapshot> held = new HashMap<>();
  private final FreeNodes free;
  private final Set<String> refused = new HashSet<>();
  private final List<EventData> ordered = new ArrayList<>();
  private long used;
  private long maxUsed;

  /**
   * A merger without events.
   *
   * @param clock the last published epoch second
   * @param now epoch second of the observation
   * @param capacity the last published capacity
   * @param published the jobs as they were last published, by id
   * @param observed the jobs with events as they are or were observed, by id
   * @param machine the nodes, or null if only processors are known
   */
  EventMerger(
      long clock,
      long now,
      int capacity,
      Map<String, JobSnapshot> published,
      Map<String, JobSnapshot> observed,
      @Nullable DeclaredMachine machine) {
    this.clock = clock;
    this.now = Math.max(clock, now);
    this.capacity = capacity;
    this.published = published;
    this.observed = observed;
    free = new FreeNodes(machine);
    published.values().stream()
        .filter(job -> job.state() == JobState.RUNNING)
        .forEach(
            job -> {
              free.hold(job);
              hold(job);
            });
  }

  /** Merges chains of events, one for each job, none of which is earlier than the clock. */
  EventMerger merge(List<List<EventData>> chains) {
    chains.stream()
        .flatMap(List::stream)
        .collect(Collectors.groupingBy(EventData::at, TreeMap::new, Collectors.toList()))
        .values()
        .forEach(this::mergeSecond);
    ordered.removeIf(
        event -> refused.contains(jobOf(event)) && !published.containsKey(jobOf(event)));
    return this;
  }

  /** Returns the jobs whose start or resumption was refused. */
  Set<String> refused() {
    return refused;
  }

  /** Merges the events of one second: the next event of each job, by its rank. */
  private void mergeSecond(List<EventData> events) {
    Map<String, List<EventData>> chains = new LinkedHashMap<>();
    events.forEach(
        event -> chains.computeIfAbsent(jobOf(event), name -> new ArrayList<>()).add(event));
    List<List<EventData>> open = new ArrayList<>(chains.values());
    while (!open.isEmpty()) {
      List<EventData> best = open.get(0);
      for (List<EventData> chain : open) {
        if (rank(chain) < rank(best)) {
          best = chain;
        }
        if (rank(best) == 0) {
          break;
        }
      }
      add(best.remove(0));
      if (best.isEmpty()) {
        List<EventData> done = best;
        open.removeIf(chain -> chain == done);
      }
    }
  }

  /** Of the starts that fit, those of jobs that also end in this second are first. */
  private int rank(List<EventData> chain) {
    EventData event = chain.get(0);
    if (event instanceof JobStarted || event instanceof JobResumed) {
      int fits = chain.size() > 1 ? 2 : 3;
      return used + job(event).processors() <= capacity ? fits : 4;
    }
    return event instanceof JobSubmitted || event instanceof JobModified ? 1 : 0;
  }

  /** Returns a job as it is after its start or resumption. */
  private JobSnapshot job(EventData event) {
    JobSnapshot before = published.get(jobOf(event));
    return event instanceof JobResumed && before != null && !DerivedTransitions.waits(before)
        ? before
        : Objects.requireNonNull(observed.get(jobOf(event)));
  }

  private void hold(JobSnapshot job) {
    held.put(job.job(), job);
    used += job.processors();
    maxUsed = Math.max(maxUsed, used);
  }

  private void add(EventData event) {
    String job = jobOf(event);
    if (event instanceof JobStarted || event instanceof JobResumed) {
      if (refused.contains(job) || !free.take(job(event))) {
        refused.add(job);
        return;
      }
      hold(job(event));
    } else if (event instanceof JobFinished
        || event instanceof JobCancelled
        || event instanceof JobSuspended
        || event instanceof JobRequeued) {
      JobSnapshot before = held.remove(job);
      if (before != null) {
        free.give(before);
        used -= before.processors();
      } else if (event instanceof JobFinished) {
        ordered.add(new JobCancelled(job, event.at()));
        return;
      } else if (event instanceof JobSuspended) {
        return;
      }
    }
    ordered.add(event);
  }

  /**
   * Returns the events together with changes of the capacity and of the states of nodes. An
   * increase, also a temporary one that the jobs needed, precedes the events, and a decrease
   * follows them.
   *
   * @param after the observed capacity
   * @param published the last published states of the nodes; they are changed
   * @param observed the observed states of the nodes
   */
  List<EventData> withCapacity(int after, NodeStates published, NodeStates observed) {
    List<EventData> all = new ArrayList<>();
    int max =
        Math.max(capacity, (int) Math.max(after, Math.min(FreeNodes.MAX_PROCESSORS, maxUsed)));
    addCapacity(all, clock, capacity, max, published.open(observed, ordered));
    all.addAll(ordered);
    addCapacity(all, lastAt(), max, after, published.to(observed));
    return all;
  }

  private static void addCapacity(
      List<EventData> events, long at, int from, int to, List<NodeStateChange> nodes) {
    if (from != to || !nodes.isEmpty()) {
      events.add(new CapacityChanged(at, from == to ? EventData.NONE : to, null, nodes));
    }
  }

  private long lastAt() {
    return ordered.isEmpty() ? now : Math.max(now, ordered.get(ordered.size() - 1).at());
  }

  private static String jobOf(EventData event) {
    return ((JobEvent) event).job();
  }
}
