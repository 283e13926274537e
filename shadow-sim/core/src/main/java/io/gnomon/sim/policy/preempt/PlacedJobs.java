package io.gnomon.sim.policy.preempt;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.Arrays;

/**
 * Starts, suspends and resumes jobs on identified processors. A suspended job resumes on its own
 * processors unless the machine can migrate jobs. A job that starts on the processors of a
 * suspended job is delayed until that job's memory has been written.
 */
final class PlacedJobs {
  private final boolean sameProcessors;
  private final SuspensionOverhead overhead;
  private final ClusterState state;
  private final ProcessorMap map;
  private int[] writtenAt;
  private boolean keeping;

  PlacedJobs(ClusterState state, boolean sameProcessors, SuspensionOverhead overhead) {
    this(state, sameProcessors, overhead, new ProcessorMap(state.processors()), new int[0]);
    placeTheRest();
  }

  private PlacedJobs(
      ClusterState state,
      boolean sameProcessors,
      SuspensionOverhead overhead,
      ProcessorMap map,
      int[] writtenAt) {
    this.state = state;
    this.sameProcessors = sameProcessors;
    this.overhead = overhead;
    this.map = map;
    this.writtenAt = writtenAt;
  }

  PlacedJobs fork(ClusterState forked) {
    return new PlacedJobs(forked, sameProcessors, overhead, map.copy(), writtenAt.clone());
  }

  /** Returns the same jobs on the same processors, for another policy. */
  PlacedJobs under(boolean same, SuspensionOverhead cost) {
    return new PlacedJobs(state, same, cost, map.copy(), writtenAt.clone());
  }

  /** Returns the placement, which the state does not contain. */
  Snapshot snapshot() {
    return ProcessorMapSnapshot.write(state, map, writtenAt);
  }

  /** Returns the same state's jobs with the placement of a {@link #snapshot()}. */
  PlacedJobs restored(Snapshot snapshot) {
    ProcessorMap empty = new ProcessorMap(state.processors());
    int[] written = ProcessorMapSnapshot.read(snapshot, state, empty);
    PlacedJobs restored = new PlacedJobs(state, sameProcessors, overhead, empty, written);
    restored.placeTheRest();
    return restored;
  }

  /** Places the running jobs, and chooses processors for the suspended ones, that have none yet. */
  private void placeTheRest() {
    for (int i = 0; i < state.running().size(); i++) {
      running(state.running().slot(i));
    }
    state.forEach(
        JobPhase.SUSPENDED,
        slot -> {
          if (map.nextProcessor(slot, 0) == ClusterState.NONE) {
            map.assign(slot, state.heldProcessors(slot));
          }
        });
  }

  ClusterState state() {
    return state;
  }

  ProcessorMap map() {
    return map;
  }

  // --- transitions of jobs

  void arrived(int slot) {
    map.remove(slot);
  }

  void running(int slot) {
    if (map.holds(slot)) {
      return;
    }
    if (sameProcessors && map.canReturn(slot)) {
      map.putBack(slot);
    } else {
      map.place(slot, state.heldProcessors(slot));
    }
  }

  void changed(int slot) {
    JobPhase phase = state.occupied(slot) ? state.phase(slot) : JobPhase.WAITING;
    if (phase == JobPhase.SUSPENDED && map.holds(slot)) {
      map.vacate(slot);
    } else if (phase == JobPhase.WAITING || phase == JobPhase.HELD) {
      map.remove(slot);
    }
  }

  void ended(int slot) {
    map.remove(slot);
  }

  /** Adapts to a change of the machine's size; chooses again for sets that reach beyond it. */
  void adaptToCapacity() {
    if (map.capacity() == state.processors()) {
      return;
    }
    map.resize(state.processors());
    state.forEach(
        JobPhase.SUSPENDED,
        slot -> {
          if (!map.reachable(slot) && state.heldProcessors(slot) <= state.processors()) {
            map.assign(slot, state.heldProcessors(slot));
          }
        });
  }

  // --- decisions

  /** Whether a job needs specific processors. */
  boolean bound(int slot) {
    return sameProcessors && state.phase(slot) == JobPhase.SUSPENDED;
  }

  /** Number of processors that a waiting or suspended job needs. */
  int needed(int slot) {
    return state.phase(slot) == JobPhase.SUSPENDED ? state.heldProcessors(slot) : state.width(slot);
  }

  /** Whether an idle job can run now without suspending others. */
  boolean fits(int slot) {
    return bound(slot)
        ? needed(slot) <= state.freeProcessors() && map.canReturn(slot)
        : needed(slot) <= available();
  }

  /** Number of free processors that are not kept for a suspended job. */
  int available() {
    return keeping ? Math.min(state.freeProcessors(), map.unkeptCount()) : state.freeProcessors();
  }

  /** Keeps a suspended job's processors free of later jobs in the pass. */
  void keep(int slot) {
    if (bound(slot)) {
      map.keep(slot);
      keeping = true;
    }
  }

  /** Stops keeping any processors. */
  void keepNone() {
    if (keeping) {
      map.keepNone();
      keeping = false;
    }
  }

  /** Starts or resumes an idle job that fits. */
  void run(Dispatcher dispatcher, int slot) {
    boolean resumes = state.phase(slot) == JobPhase.SUSPENDED;
    int needed = needed(slot);
    if (bound(slot)) {
      map.putBack(slot);
    } else {
      map.place(slot, needed);
    }
    int delay = secondsUntilWritten(slot);
    if (resumes) {
      dispatcher.resumeAfter(slot, delay + overhead.seconds(state.job(slot), needed));
    } else if (delay > 0) {
      dispatcher.startAfter(slot, delay);
    } else {
      dispatcher.start(slot);
    }
  }

  /** Suspends a running job; its processors stay busy until its memory is written. */
  void suspend(Dispatcher dispatcher, int slot) {
    if (overhead.present() && state.now() > state.startTime(slot)) {
      int written = state.now() + overhead.seconds(state.job(slot), state.heldProcessors(slot));
      map.forEachProcessor(
          slot,
          p -> {
            if (p >= writtenAt.length) {
              writtenAt = Arrays.copyOf(writtenAt, Math.max(p + 1, map.capacity()));
            }
            writtenAt[p] = written;
          });
    }
    dispatcher.suspend(slot);
  }

  private int secondsUntilWritten(int slot) {
    if (!overhead.present()) {
      return 0;
    }
    int last = state.now();
    for (int p = map.nextProcessor(slot, 0);
        p != ClusterState.NONE && p < writtenAt.length;
        p = map.nextProcessor(slot, p + 1)) {
      last = Math.max(last, writtenAt[p]);
    }
    return last - state.now();
  }
}
