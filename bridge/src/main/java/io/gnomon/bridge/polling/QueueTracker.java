package io.gnomon.bridge.polling;

import io.gnomon.bridge.polling.QueueObservation.Active;
import io.gnomon.bridge.polling.QueueObservation.Ended;
import io.gnomon.events.EventData;
import io.gnomon.events.cluster.ClockAdvanced;
import io.gnomon.events.cluster.ClusterSnapshot;
import io.gnomon.events.config.Configuration;
import io.gnomon.events.job.JobSnapshot;
import io.gnomon.events.job.JobState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Holds the queue as it was last published, and derives the events that lead from it to a new
 * observation. Not thread-safe. An observation costs O(jobs).
 */
public final class QueueTracker {
  private final Map<String, JobSnapshot> jobs = new LinkedHashMap<>();
  private final Set<String> ended = new LinkedHashSet<>();
  private boolean started;
  private long clock;
  private int capacity;

  /** A tracker that has published nothing. */
  public QueueTracker() {}

  /** A tracker that has published a queue and the ends of the jobs {@code ended}. */
  public QueueTracker(ClusterSnapshot published, Collection<String> ended) {
    started = true;
    clock = published.at();
    capacity = published.processors();
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

  /** Returns the jobs whose ends were published and that the scheduler still knows. */
  public Set<String> ended() {
    return Set.copyOf(ended);
  }

  /** Returns the queue as it was last published. */
  public ClusterSnapshot snapshot(long reflectsSequence, @Nullable Configuration configuration) {
    return new ClusterSnapshot(
        clock, capacity, reflectsSequence, configuration, List.copyOf(jobs.values()));
  }

  /**
   * Advances to an observation.
   *
   * @param lastSequence number of the last published event; the returned events follow it
   * @return the events to publish: first a snapshot, later the changes and the clock, and a
   *     snapshot again after changes without an event of their own, such as a resized running job
   */
  public List<EventData> advance(
      QueueObservation seen, long lastSequence, @Nullable Configuration configuration) {
    if (!started) {
      start(seen);
      return List.of(snapshot(lastSequence, configuration));
    }
    List<List<EventData>> chains = new ArrayList<>();
    Map<String, Integer> widths = new HashMap<>();
    boolean resized = false;
    for (Ended end : seen.ended().values()) {
      addIfNew(end, seen.at(), chains, widths);
    }
    for (Active active : seen.active().values()) {
      JobSnapshot before = jobs.get(active.job().job());
      chains.add(JobTransitions.of(before, active, Math.max(clock, seen.at())));
      widths.put(active.job().job(), active.job().processors());
      resized |= before != null && isResized(before, active.job());
    }
    for (JobSnapshot before : jobs.values()) {
      if (!seen.active().containsKey(before.job()) && !seen.ended().containsKey(before.job())) {
        chains.add(JobTransitions.purged(before, Math.max(clock, seen.at())));
      }
    }
    EventMerger merger =
        new EventMerger(clock, seen.at(), capacity, processorsOfRunning()).merge(chains, widths);
    List<EventData> events = new ArrayList<>(merger.withCapacity(seen.capacity()));
    replaceJobs(seen);
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
    replaceJobs(seen);
    started = true;
    clock = seen.at();
    for (JobSnapshot job : jobs.values()) {
      clock = Math.max(clock, Math.max(job.submittedAt(), job.startedAt()));
    }
  }

  private void addIfNew(
      Ended end, long at, List<List<EventData>> chains, Map<String, Integer> widths) {
    String name = end.job().job();
    if (jobs.containsKey(name) || !ended.contains(name)) {
      chains.add(JobTransitions.of(jobs.get(name), end, Math.max(clock, at)));
      widths.put(name, end.job().processors());
    }
  }

  private static boolean isResized(JobSnapshot before, JobSnapshot after) {
    return before.processors() != after.processors()
        && before.state() == JobState.RUNNING
        && after.state() != JobState.WAITING
        && after.state() != JobState.HELD
        && (before.startedAt() == after.startedAt() || after.consumedSeconds() > 0);
  }

  private Map<String, Integer> processorsOfRunning() {
    Map<String, Integer> held = new HashMap<>();
    jobs.values().stream()
        .filter(job -> job.state() == JobState.RUNNING)
        .forEach(job -> held.put(job.job(), job.processors()));
    return held;
  }

  private void replaceJobs(QueueObservation seen) {
    Map<String, JobSnapshot> next = new LinkedHashMap<>();
    seen.active()
        .forEach(
            (name, active) -> {
              JobSnapshot job = active.job();
              JobSnapshot before = jobs.get(name);
              // Slurm resets the submission time of a requeued job; its wait counts from the first
              next.put(name, before == null ? job : job.at(before.submittedAt(), job.startedAt()));
            });
    jobs.clear();
    jobs.putAll(next);
    ended.clear();
    ended.addAll(seen.ended().keySet());
    capacity = seen.capacity();
  }
}
