package io.gnomon.bridge.slurm.read;

import io.gnomon.bridge.slurm.read.Observation.Active;
import io.gnomon.bridge.slurm.read.Observation.Ended;
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
 * The queue as it was last told, and what must be told where a new observation differs. Not
 * thread-safe; a step costs O(jobs).
 */
public final class QueueTracker {
  private final Map<String, JobSnapshot> jobs = new LinkedHashMap<>();
  private final Set<String> ended = new LinkedHashSet<>();
  private boolean begun;
  private long clock;
  private int capacity;

  /** A tracker that has told nothing. */
  public QueueTracker() {}

  /** A tracker that has told this queue, and the ends of {@code ended}. */
  public QueueTracker(ClusterSnapshot told, Collection<String> ended) {
    begun = true;
    clock = told.at();
    capacity = told.processors();
    told.jobs().forEach(job -> jobs.put(job.job(), job));
    this.ended.addAll(ended);
  }

  /** Whether anything was told. */
  public boolean begun() {
    return begun;
  }

  /** The last second that was told. */
  public long clock() {
    return clock;
  }

  /** The processors that were told. */
  public int capacity() {
    return capacity;
  }

  /** The jobs whose ends were told, while Slurm remembers them. */
  public Set<String> ended() {
    return Set.copyOf(ended);
  }

  /** The queue as it was told. */
  public ClusterSnapshot snapshot(long reflectsSequence, @Nullable Configuration configuration) {
    return new ClusterSnapshot(
        clock, capacity, reflectsSequence, configuration, List.copyOf(jobs.values()));
  }

  /**
   * Moves to what was observed.
   *
   * @param lastSequence the number of the last event told; those that are given follow it
   * @return what must be told: at first a snapshot, later what has happened and the clock; a
   *     snapshot again where no event says what has, as for a running job that was resized
   */
  public List<EventData> advance(
      Observation seen, long lastSequence, @Nullable Configuration configuration) {
    if (!begun) {
      begin(seen);
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
      chains.add(JobChanges.of(before, active, Math.max(clock, seen.at())));
      widths.put(active.job().job(), active.job().processors());
      resized |= before != null && isResized(before, active.job());
    }
    for (JobSnapshot before : jobs.values()) {
      if (!seen.active().containsKey(before.job()) && !seen.ended().containsKey(before.job())) {
        chains.add(JobChanges.vanished(before, Math.max(clock, seen.at())));
      }
    }
    Batch batch = new Batch(clock, seen.at(), capacity, heldByRunning()).order(chains, widths);
    List<EventData> events = new ArrayList<>(batch.withCapacity(seen.capacity()));
    take(seen);
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

  private void begin(Observation seen) {
    take(seen);
    begun = true;
    clock = seen.at();
    for (JobSnapshot job : jobs.values()) {
      clock = Math.max(clock, Math.max(job.submittedAt(), job.startedAt()));
    }
  }

  private void addIfNew(
      Ended end, long at, List<List<EventData>> chains, Map<String, Integer> widths) {
    String name = end.job().job();
    if (jobs.containsKey(name) || !ended.contains(name)) {
      chains.add(JobChanges.of(jobs.get(name), end, Math.max(clock, at)));
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

  private Map<String, Integer> heldByRunning() {
    Map<String, Integer> held = new HashMap<>();
    jobs.values().stream()
        .filter(job -> job.state() == JobState.RUNNING)
        .forEach(job -> held.put(job.job(), job.processors()));
    return held;
  }

  private void take(Observation seen) {
    Map<String, JobSnapshot> next = new LinkedHashMap<>();
    seen.active()
        .forEach(
            (name, active) -> {
              JobSnapshot job = active.job();
              JobSnapshot before = jobs.get(name);
              // Slurm moves the submission of a requeued job; it has waited since its first
              next.put(name, before == null ? job : job.at(before.submittedAt(), job.startedAt()));
            });
    jobs.clear();
    jobs.putAll(next);
    ended.clear();
    ended.addAll(seen.ended().keySet());
    capacity = seen.capacity();
  }
}
