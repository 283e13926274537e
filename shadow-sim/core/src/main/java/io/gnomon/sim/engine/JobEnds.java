package io.gnomon.sim.engine;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The runtimes of the active jobs, which are hidden from the policy, and when the running ones end:
 * on their own, or when the grace time of a preempted job is over. Not thread-safe.
 */
final class JobEnds {
  private final ClusterState state;
  private final EndQueue queue;
  private final BitSet failing; // slots of jobs that end without success
  private final GraceTimes graceTimes;
  private int[] runtimes; // by slot
  private int[] actualEnds; // by slot
  private int stale; // entries of the queue whose job ends at another time

  JobEnds(ClusterState state) {
    this.state = state;
    queue = new EndQueue();
    failing = new BitSet();
    graceTimes = new GraceTimes();
    runtimes = new int[Math.max(64, state.slotLimit())];
    actualEnds = new int[runtimes.length];
  }

  private JobEnds(JobEnds from, ClusterState forked) {
    state = forked;
    queue = from.queue.copy();
    failing = (BitSet) from.failing.clone();
    graceTimes = from.graceTimes.copy();
    runtimes = from.runtimes.clone();
    actualEnds = from.actualEnds.clone();
    stale = from.stale;
  }

  /** The same for a fork of the state. */
  JobEnds copy(ClusterState forked) {
    return new JobEnds(this, forked);
  }

  /** Sets the total runtimes of the active jobs, on their requested width. */
  void assumeRuntimes(IntUnaryOperator runtimeOfSlot, int leastRemaining, SchedulingPolicy policy) {
    queue.clear();
    stale = 0;
    state.forEachActive(
        slot -> {
          runtimes[slot] = runtimeOfSlot.applyAsInt(slot);
          if (state.phase(slot) == JobPhase.RUNNING) {
            int remaining =
                Math.max(leastRemaining, runtimeOnHeld(slot, policy) - state.ranSeconds(slot));
            expectEnd(slot, withGraceTime(slot, state.now() + remaining));
          }
        });
  }

  /** The end of a job that would end at {@code time} on its own. */
  private int withGraceTime(int slot, int time) {
    GraceTimes.Ending ending = graceTimes.of(slot);
    if (ending != null && ending.at() < time) {
      return Math.max(state.now(), ending.at());
    }
    graceTimes.remove(slot);
    return time;
  }

  /** The total runtime of a job on its requested width. */
  int runtime(int slot) {
    return runtimes[slot];
  }

  /** Whether a job ends without success. */
  boolean fails(int slot) {
    return failing.get(slot);
  }

  // --- the next end

  /** The time of the next end, {@link Simulation#NEVER} for none. Drops stale entries. */
  int nextTime() {
    while (stale > 0 && queue.nextTime() != Simulation.NEVER && !isTrue(queue.nextSlot())) {
      queue.removeNext();
      stale--;
    }
    return queue.nextTime();
  }

  private boolean isTrue(int slot) {
    return state.occupied(slot)
        && state.phase(slot) == JobPhase.RUNNING
        && actualEnds[slot] == queue.nextTime();
  }

  /** The job that ends at {@link #nextTime()}. */
  int nextSlot() {
    return queue.nextSlot();
  }

  /** Removes the next end: that job leaves. */
  void removeNext() {
    queue.removeNext();
  }

  /** Whether a running job ends after now. */
  boolean isLater(int slot) {
    return actualEnds[slot] > state.now();
  }

  // --- transitions

  void submitted(int slot, int runtime, boolean fails) {
    if (slot >= runtimes.length) {
      runtimes = Arrays.copyOf(runtimes, 2 * slot);
      actualEnds = Arrays.copyOf(actualEnds, 2 * slot);
    }
    runtimes[slot] = runtime;
    failing.set(slot, fails);
  }

  /** A job has started on its requested width, without delay. */
  void started(int slot) {
    expectEnd(slot, state.now() + Math.max(1, runtimes[slot] - state.servedSeconds(slot)));
  }

  /** A job has been resumed, or has started with a delay or another width. */
  void resumed(int slot, SchedulingPolicy policy) {
    int remaining = Math.max(1, runtimeOnHeld(slot, policy) - state.servedSeconds(slot));
    expectEnd(slot, state.startTime(slot) + remaining);
  }

  /** A running job stops before its end. */
  void drop(int slot) {
    graceTimes.remove(slot);
    stale++;
  }

  void finished(int slot) {
    graceTimes.remove(slot);
  }

  /** How a job ends that has been preempted, null if it has not been. */
  GraceTimes.@Nullable Ending graceTime(int slot) {
    return graceTimes.of(slot);
  }

  /** A job has been preempted and ends later, unless it does so on its own before. */
  void endAfterGrace(int slot, GraceTimes.Ending ending) {
    if (graceTimes.of(slot) == null) {
      state.endBy(slot, ending.at());
      if (actualEnds[slot] > ending.at()) {
        graceTimes.add(slot, ending);
        stale++;
        expectEnd(slot, ending.at());
      }
    }
  }

  /**
   * The runtime on the processors that the job holds; a molded job scales as its policy's speed-up
   * says.
   */
  private int runtimeOnHeld(int slot, SchedulingPolicy policy) {
    int width = state.width(slot);
    int held = state.heldProcessors(slot);
    return held == width || state.hasNodes()
        ? runtimes[slot]
        : policy.speedUp().seconds(runtimes[slot], width, held);
  }

  private void expectEnd(int slot, int time) {
    actualEnds[slot] = time;
    queue.add(time, slot);
  }
}
