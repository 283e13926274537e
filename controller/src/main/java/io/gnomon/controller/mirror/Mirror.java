package io.gnomon.controller.mirror;

import io.gnomon.events.CapacityChanged;
import io.gnomon.events.ClusterSnapshot;
import io.gnomon.events.EventData;
import io.gnomon.events.JobCancelled;
import io.gnomon.events.JobEvent;
import io.gnomon.events.JobFinished;
import io.gnomon.events.JobModified;
import io.gnomon.events.JobRequeued;
import io.gnomon.events.JobResumed;
import io.gnomon.events.JobSnapshot;
import io.gnomon.events.JobStarted;
import io.gnomon.events.JobState;
import io.gnomon.events.JobSubmitted;
import io.gnomon.events.JobSuspended;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.IllegalTransitionException;
import io.gnomon.sim.cluster.JobPhase;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One cluster's queue as its scheduler reports it.
 *
 * <p>The scheduler names jobs by text and tells times in epoch seconds; the state within has
 * numbers and seconds since the cluster's origin. An event that cannot be applied changes nothing
 * but, where its time is good, the clock. Single-threaded; an event costs O(1) but for what {@link
 * ClusterState} says.
 */
public final class Mirror {
  private final long origin;
  private final MirrorListener listener;
  private ClusterState state;
  private final Map<String, Integer> slots = new HashMap<>();
  private final Map<String, Integer> users = new HashMap<>();
  private String[] names = new String[64];
  private int nextJob;

  /**
   * A mirror of an empty cluster.
   *
   * @param origin the epoch second that is second 0
   * @param processors the capacity
   */
  public Mirror(long origin, int processors, MirrorListener listener) {
    this(origin, new ClusterState(processors), 0, listener);
  }

  private Mirror(long origin, ClusterState state, int nextJob, MirrorListener listener) {
    this.origin = origin;
    this.state = state;
    this.nextJob = nextJob;
    this.listener = listener;
  }

  /** A mirror as a checkpoint kept it: its jobs follow by {@link #restore}. */
  public static Mirror restored(
      long origin, int now, int processors, int nextJob, MirrorListener listener) {
    ClusterState state = new ClusterState(Math.max(1, processors));
    state.setProcessors(processors);
    state.advanceTo(now);
    return new Mirror(origin, state, nextJob, listener);
  }

  /** Takes back a job of a checkpoint, in the slot that it had. */
  public void restore(String name, int slot, int[] row) {
    state.admit(slot, row);
    bind(name, slot);
  }

  /** Takes back a user's number. */
  public void restoreUser(String name, int number) {
    users.put(name, number);
  }

  /** The users' numbers, to read. */
  public Map<String, Integer> users() {
    return users;
  }

  /** The state within; to read and to fork, not to change. */
  public ClusterState state() {
    return state;
  }

  /** The epoch second that is second 0. */
  public long origin() {
    return origin;
  }

  /** The number that the next job gets. */
  public int nextJob() {
    return nextJob;
  }

  /** The scheduler's name of the job in {@code slot}. */
  public String name(int slot) {
    return names[slot];
  }

  /** The slot of an active job, or {@link ClusterState#NONE}. */
  public int slot(String job) {
    return slots.getOrDefault(job, ClusterState.NONE);
  }

  /** The scheduler's clock in epoch seconds. */
  public long now() {
    return origin + state.now();
  }

  /**
   * The state's second for a scheduler's time.
   *
   * @throws RefusedEventException where it is before the clock or beyond the last second
   */
  public int second(long at) throws RefusedEventException {
    long second = at - origin;
    if (second < state.now() || second > ClusterState.LAST) {
      throw new RefusedEventException(
          Refusal.TIME_OUT_OF_RANGE,
          "time " + at + " is out of range; the cluster's clock is at " + now());
    }
    return (int) second;
  }

  /**
   * Applies an event to the state; events that do not concern jobs or capacity only move the clock.
   *
   * @throws RefusedEventException where it does not fit; then no job has changed
   */
  public void apply(EventData event) throws RefusedEventException {
    state.advanceTo(second(event.at()));
    try {
      if (event instanceof JobEvent job) {
        applyToJob(job);
      } else if (event instanceof CapacityChanged capacity) {
        state.setProcessors(capacity.processors());
      }
    } catch (IllegalTransitionException e) {
      throw new RefusedEventException(Refusal.ILLEGAL_TRANSITION, String.valueOf(e.getMessage()));
    }
  }

  private void applyToJob(JobEvent event) throws RefusedEventException {
    if (event instanceof JobSubmitted submitted) {
      submit(submitted);
      return;
    }
    Integer known = slots.get(event.job());
    if (known == null) {
      throw new RefusedEventException(
          Refusal.UNKNOWN_JOB,
          event.type().shortName() + " for job '" + event.job() + "', which is not active");
    }
    int slot = known;
    if (event instanceof JobStarted started) {
      start(slot, started);
    } else if (event instanceof JobFinished) {
      finish(slot);
    } else if (event instanceof JobCancelled) {
      listener.cancelled(state, slot);
      state.cancel(slot);
      unbind(slot);
    } else if (event instanceof JobModified modified) {
      modify(slot, modified);
    } else if (event instanceof JobSuspended) {
      state.suspend(slot);
      listener.suspended(state, slot);
    } else if (event instanceof JobResumed) {
      state.resume(slot);
      listener.resumed(state, slot);
    } else if (event instanceof JobRequeued) {
      state.requeue(slot);
      listener.killed(state, slot);
    }
  }

  private void submit(JobSubmitted job) throws RefusedEventException {
    if (slots.containsKey(job.job())) {
      throw new RefusedEventException(
          Refusal.KNOWN_JOB, "job '" + job.job() + "' was submitted before and is still active");
    }
    requireWidth(job.job(), job.processors());
    int number = nextJob;
    int user = number(job.user());
    int slot = state.submit(number, state.now(), job.processors(), job.estimateSeconds());
    nextJob++;
    state.describe(slot, user, ClusterState.NONE, job.priority());
    offer(state, slot, job.widths());
    bind(job.job(), slot);
    if (job.held()) {
      state.hold(slot);
    }
    listener.submitted(state, slot);
  }

  private void requireWidth(String job, int width) throws RefusedEventException {
    if (width > state.processors()) {
      throw new RefusedEventException(
          Refusal.TOO_WIDE,
          "job '"
              + job
              + "' asks for "
              + width
              + " processors; the cluster has "
              + state.processors());
    }
  }

  private void start(int slot, JobStarted started) {
    if (state.phase(slot) == JobPhase.HELD) {
      state.release(slot);
    }
    int width = started.processors() == EventData.NONE ? state.width(slot) : started.processors();
    int expected =
        started.limitSeconds() == EventData.NONE
            ? state.estimate(slot) - state.servedSeconds(slot)
            : started.limitSeconds();
    state.start(slot, width, expected);
    state.setPartition(slot, started.partition());
    listener.started(state, slot);
  }

  private void finish(int slot) {
    if (state.phase(slot) == JobPhase.RUNNING) {
      listener.finished(state, slot);
    }
    state.finish(slot);
    unbind(slot);
  }

  private void modify(int slot, JobModified modified) throws RefusedEventException {
    int width = modified.processors() == EventData.NONE ? state.width(slot) : modified.processors();
    requireWidth(modified.job(), width);
    int estimate =
        modified.estimateSeconds() == EventData.NONE
            ? state.estimate(slot)
            : modified.estimateSeconds();
    state.modify(slot, width, estimate);
    listener.modified(state, slot);
    if (modified.priority() != EventData.NONE) {
      state.describe(slot, state.user(slot), state.application(slot), modified.priority());
    }
  }

  /**
   * Replaces the whole queue by what the scheduler says it is. Jobs that were known keep their
   * numbers.
   *
   * @return how many jobs differed: missing, surplus, or in another phase or width
   */
  public int replace(ClusterSnapshot snapshot) throws RefusedEventException {
    int second = second(snapshot.at());
    ClusterState next = new ClusterState(Math.max(1, snapshot.processors()));
    next.advanceTo(second);
    Map<String, Integer> known = new HashMap<>();
    slots.forEach((name, slot) -> known.put(name, state.job(slot)));
    int divergence = 0;
    int surplus = slots.size();
    List<JobSnapshot> jobs =
        snapshot.jobs().stream()
            .sorted(
                Comparator.comparingInt(
                        (JobSnapshot job) -> known.getOrDefault(job.job(), Integer.MAX_VALUE))
                    .thenComparingLong(JobSnapshot::submittedAt)
                    .thenComparing(JobSnapshot::job))
            .toList();
    Map<String, Integer> admitted = new HashMap<>();
    for (JobSnapshot job : jobs) {
      Integer number = known.get(job.job());
      if (number == null || !agrees(slots.get(job.job()), job)) {
        divergence++;
      }
      if (number != null) {
        surplus--;
      }
      admitted.put(job.job(), admit(next, number == null ? nextJob++ : number, job));
    }
    state = next;
    slots.clear();
    Arrays.fill(names, "");
    admitted.forEach(this::bind);
    return divergence + surplus;
  }

  private boolean agrees(@Nullable Integer slot, JobSnapshot job) {
    return slot != null
        && state.phase(slot) == phase(job.state())
        && state.width(slot) == job.processors();
  }

  private int admit(ClusterState next, int number, JobSnapshot job) {
    int submit = (int) Math.max(0, Math.min(next.now(), job.submittedAt() - origin));
    int started =
        job.startedAt() == EventData.NONE ? ClusterState.NONE : (int) (job.startedAt() - origin);
    int served = Math.max(0, job.consumedSeconds());
    int limit =
        job.limitSeconds() == EventData.NONE ? job.estimateSeconds() - served : job.limitSeconds();
    int slot =
        next.admit(
            ClusterState.row(
                number,
                phase(job.state()),
                submit,
                job.processors(),
                job.estimateSeconds(),
                started,
                limit,
                served,
                number(job.user()),
                job.priority(),
                job.partition()));
    offer(next, slot, job.widths());
    return slot;
  }

  /** Notes the other widths that a job can be started with, by their bounds. */
  private static void offer(ClusterState at, int slot, List<Integer> widths) {
    if (!widths.isEmpty()) {
      at.offer(slot, Collections.min(widths), Collections.max(widths));
    }
  }

  private static JobPhase phase(JobState state) {
    return JobPhase.valueOf(state.name());
  }

  private int number(@Nullable String user) {
    if (user == null) {
      return ClusterState.NONE;
    }
    return users.computeIfAbsent(user, name -> users.size());
  }

  private void bind(String name, int slot) {
    slots.put(name, slot);
    if (slot >= names.length) {
      names = Arrays.copyOf(names, Math.max(slot + 1, 2 * names.length));
    }
    names[slot] = name;
  }

  private void unbind(int slot) {
    slots.remove(names[slot]);
    names[slot] = "";
  }
}
