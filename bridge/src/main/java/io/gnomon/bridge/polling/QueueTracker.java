package io.gnomon.bridge.polling;

import io.gnomon.bridge.polling.QueueObservation.Active;
import io.gnomon.bridge.polling.QueueObservation.Ended;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobState;
import io.gnomon.events.machine.DeclaredMachine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Holds the queue as it was last published, and derives the events that lead from it to a new
 * observation. Not thread-safe. An observation costs O(jobs).
 */
public final class QueueTracker {
  private final Map<String, JobSnapshot> jobs = new LinkedHashMap<>();
  private final Set<String> ended = new LinkedHashSet<>();
  private final ObservationFitter fitter = new ObservationFitter();
  private boolean started;
  private long clock;
  private int capacity;
  private @Nullable DeclaredMachine machine;

  /** A tracker that has published nothing. */
  public QueueTracker() {}

  /** A tracker that has published a queue and the ends of the jobs {@code ended}. */
  public QueueTracker(ClusterSnapshot published, Collection<String> ended) {
    started = true;
    clock = published.at();
    capacity = published.processors();
    machine = published.machine();
    published.jobs().forEach(job -> jobs.put(job.job(), job));
    this.ended.addAll(ended);
  }

  /** Returns whether a queue was published. */
  public boolean hasStarted() {
    return started;
  }

  /** Returns the last published epoch second. */
  public long clock() {
    return clock;
  }

  /** Returns the last published capacity in processors. */
  public int capacity() {
    return capacity;
  }

  /** Returns the last published nodes, or null if only processors are known. */
  public @Nullable DeclaredMachine machine() {
    return machine;
  }

  /** Returns the jobs whose ends were published and that the scheduler still knows. */
  public Set<String> ended() {
    return Set.copyOf(ended);
  }

  /** Returns the queue as it was last published. */
  public ClusterSnapshot snapshot(long reflectsSequence, @Nullable Configuration configuration) {
    return new ClusterSnapshot(
        clock, capacity, reflectsSequence, configuration, machine, List.copyOf(jobs.values()));
  }

  /** Returns the valid form of an observation, in which it is published and stored. */
  public QueueObservation fitted(QueueObservation seen) {
    return fitter.fit(seen);
  }

  /** Returns what was changed or left out of observations, and how often. */
  public Map<String, Long> causes() {
    return fitter.causes();
  }

  /**
   * Advances to an observation. Jobs without a valid form are left out, and so are starts on nodes
   * that are not free: these jobs stay as they were published, until the scheduler no longer lists
   * them or they are possible.
   *
   * @param lastSequence number of the last published event; the returned events follow it
   * @return the events to publish: first a snapshot, later the changes and the clock, and a
   *     snapshot again after changes without an event of their own, such as a resized running job.
   *     If the nodes, partitions or reservations have changed, a snapshot of the queue before the
   *     changes is first
   */
  public List<EventData> advance(
      QueueObservation reported, long lastSequence, @Nullable Configuration configuration) {
    QueueObservation seen = fitted(reported);
    if (!started) {
      start(seen);
      return List.of(snapshot(lastSequence, configuration));
    }
    List<List<EventData>> chains = new ArrayList<>();
    Map<String, JobSnapshot> observed = new HashMap<>();
    boolean resized = false;
    for (Ended end : seen.ended().values()) {
      addIfNew(end, seen.at(), chains, observed);
    }
    for (Active active : seen.active().values()) {
      JobSnapshot before = jobs.get(active.job().job());
      chains.add(transitions(active.job(), seen.at()).to(before, active));
      observed.put(active.job().job(), active.job());
      resized |= before != null && isResized(before, active.job());
    }
    for (JobSnapshot before : jobs.values()) {
      if (seen.isGone(before.job())) {
        chains.add(transitions(before, seen.at()).purged(before));
      }
    }
    List<EventData> events = new ArrayList<>();
    NodeStates published = new NodeStates(machine);
    if (!Objects.equals(machine, seen.machine())) {
      DeclaredMachine sameStates =
          seen.machine() == null ? null : published.applyTo(seen.machine());
      if (!Objects.equals(machine, sameStates)) {
        machine = sameStates;
        published = new NodeStates(machine);
        events.add(snapshot(lastSequence, configuration));
      }
    }
    EventMerger merger =
        new EventMerger(clock, seen.at(), capacity, jobs, observed, seen.machine()).merge(chains);
    events.addAll(merger.withCapacity(seen.capacity(), published, new NodeStates(seen.machine())));
    machine = seen.machine();
    replaceJobs(seen, merger.refused());
    if (!events.isEmpty()) {
      clock = Math.max(clock, events.get(events.size() - 1).at());
    }
    if (seen.at() > clock) {
      clock = seen.at();
      events.add(new ClockAdvanced(clock));
    }
    if (resized) {
      events.add(snapshot(lastSequence + events.size(), configuration));
    }
    return events;
  }

  private void start(QueueObservation seen) {
    FreeNodes free = new FreeNodes(seen.machine());
    Set<String> refused = new HashSet<>();
    for (Active active : seen.active().values()) {
      if (active.job().state() == JobState.RUNNING && !free.take(active.job())) {
        refused.add(active.job().job());
      }
    }
    replaceJobs(seen, refused);
    started = true;
    machine = seen.machine();
    clock = seen.at();
    for (JobSnapshot job : jobs.values()) {
      clock = Math.max(clock, Math.max(job.submittedAt(), job.startedAt()));
    }
  }

  private void addIfNew(
      Ended end, long at, List<List<EventData>> chains, Map<String, JobSnapshot> observed) {
    String name = end.job().job();
    if (jobs.containsKey(name) || !ended.contains(name)) {
      chains.add(transitions(end.job(), at).to(jobs.get(name), end));
      observed.put(name, end.job());
    }
  }

  private DerivedTransitions transitions(JobSnapshot job, long at) {
    return new DerivedTransitions(job.job(), clock, Math.max(clock, at));
  }

  private static boolean isResized(JobSnapshot before, JobSnapshot after) {
    return (before.processors() != after.processors()
            || !before.placement().equals(after.placement()))
        && before.state() == JobState.RUNNING
        && !DerivedTransitions.waits(after)
        && (before.startedAt() == after.startedAt() || after.consumedSeconds() > 0);
  }

  /**
   * Replaces the published queue.
   *
   * @param refused the jobs that have not started or resumed in what was published
   */
  private void replaceJobs(QueueObservation seen, Set<String> refused) {
    refused.forEach(job -> fitter.leftOutWithoutNodes());
    Map<String, JobSnapshot> next = new LinkedHashMap<>(jobs);
    next.keySet().removeIf(job -> !seen.isLeftOut(job));
    seen.active()
        .forEach(
            (name, active) -> {
              JobSnapshot job = active.job();
              JobSnapshot before = jobs.get(name);
              if (!refused.contains(name)) {
                next.put(name, before == null ? job : continued(before, job));
              } else if (before != null) {
                next.put(name, DerivedTransitions.stopped(before, job));
              }
            });
    jobs.clear();
    jobs.putAll(next);
    ended.clear();
    ended.addAll(seen.ended().keySet());
    capacity = seen.capacity();
  }

  /**
   * Returns the job with its first submission, for Slurm resets that of a requeued job; and with
   * the request that it had when it waited, for Slurm replaces components of it at the start.
   */
  private static JobSnapshot continued(JobSnapshot before, JobSnapshot job) {
    JobSnapshot same = job.at(before.submittedAt(), job.startedAt());
    return DerivedTransitions.waits(job) || before.request() == null
        ? same
        : same.with(before.request(), job.placement());
  }
}
