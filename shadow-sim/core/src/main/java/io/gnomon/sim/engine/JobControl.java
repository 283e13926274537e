package io.gnomon.sim.engine;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.eligibility.JobConditions;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.SchedulingPolicy;

/**
 * Makes the transitions of a simulation's jobs: in the state, in the times at which jobs end, and
 * for the policy and the listener.
 */
abstract class JobControl implements Dispatcher, EligibleJobs.Driver {
  final ClusterState state;
  final SimulationListener listener;
  final JobEnds ends;
  final EligibleJobs eligible;
  SchedulingPolicy policy;
  ExpectedRuntimes expected = new ExpectedRuntimes();

  JobControl(
      ClusterState state, SchedulingPolicy policy, SimulationListener listener, JobEnds ends) {
    this.state = state;
    this.policy = policy;
    this.listener = listener;
    this.ends = ends;
    eligible = new EligibleJobs(state, this);
  }

  @Override
  public ClusterState state() {
    return state;
  }

  // --- starts and stops

  @Override
  public void start(int slot) {
    state.start(slot);
    ends.started(slot);
    policy.started(slot);
    listener.started(state, slot);
  }

  @Override
  public void start(int slot, Placement placement) {
    state.start(slot, placement);
    ends.started(slot);
    policy.started(slot);
    listener.started(state, slot);
  }

  @Override
  public void start(int slot, int processors, int expectedSeconds) {
    state.start(slot, processors, expectedSeconds);
    startedOrResumed(slot);
  }

  @Override
  public void startAfter(int slot, int seconds) {
    state.start(slot);
    state.delay(slot, seconds);
    startedOrResumed(slot);
  }

  private void startedOrResumed(int slot) {
    ends.resumed(slot, policy);
    policy.started(slot);
    listener.started(state, slot);
  }

  @Override
  public void suspend(int slot) {
    state.suspend(slot);
    ends.drop(slot);
    policy.changed(slot);
    listener.suspended(state, slot);
  }

  @Override
  public void resume(int slot) {
    resumeAfter(slot, 0);
  }

  @Override
  public void resumeAfter(int slot, int seconds) {
    state.resume(slot);
    state.delay(slot, seconds);
    ends.resumed(slot, policy);
    policy.started(slot);
    listener.resumed(state, slot);
  }

  @Override
  public void kill(int slot) {
    policy.ended(slot, false);
    listener.killed(state, slot);
    state.requeue(slot);
    ends.drop(slot);
    policy.changed(slot);
  }

  // --- ends

  void finish(int slot, boolean success) {
    ends.finished(slot);
    policy.ended(slot, true);
    listener.finished(state, slot);
    expected.ended(state, slot, policy.usesExpectedRuntimes());
    state.finish(slot, success);
  }

  /** Ends running jobs as at their time limit; returns whether there are any. */
  boolean endAll(int[] slots) {
    for (int slot : slots) {
      if (ends.isLater(slot)) {
        ends.drop(slot);
        finish(slot, false);
      }
    }
    return slots.length > 0;
  }

  /** Holds a job that has not started, as its user or an administrator does. */
  @Override
  public void hold(int slot, WaitingReason reason) {
    boolean waits = state.phase(slot) == JobPhase.WAITING;
    state.hold(slot, reason);
    if (waits) {
      policy.changed(slot);
    }
  }

  /** Releases a job that is held by {@link #hold}; its conditions can still hold it back. */
  @Override
  public void release(int slot) {
    state.release(slot);
    eligible.holdBack(slot);
    if (state.phase(slot) == JobPhase.WAITING) {
      released(slot);
    }
  }

  /** Removes a job that has not started, as its user does, or ends a running one. */
  @Override
  public void cancel(int slot) {
    JobPhase phase = state.phase(slot);
    if (phase == JobPhase.RUNNING) {
      policy.ended(slot, false);
      listener.cancelled(state, slot);
      ends.drop(slot);
    }
    state.cancel(slot);
    if (phase != JobPhase.HELD) {
      policy.changed(slot);
    }
  }

  @Override
  public void requeue(int slot, int seconds) {
    kill(slot);
    JobConditions own = state.conditions().of(slot);
    JobConditions on = own == null ? JobConditions.FREE : own;
    state.impose(slot, on.withBegin(state.now() + seconds));
    eligible.holdBack(slot);
    policy.changed(slot);
  }

  @Override
  public void cancelAfter(int slot, int graceSeconds) {
    end(slot, new GraceTimes.Ending(state.now() + graceSeconds, false, 0));
  }

  @Override
  public void requeueAfter(int slot, int graceSeconds, int seconds) {
    end(slot, new GraceTimes.Ending(state.now() + graceSeconds, true, seconds));
  }

  /** Ends a job now, or notes that it ends later unless it does so on its own before. */
  void end(int slot, GraceTimes.Ending ending) {
    if (ending.at() > state.now()) {
      ends.endAfterGrace(slot, ending);
    } else if (ending.requeues()) {
      requeue(slot, ending.delay());
    } else {
      cancel(slot);
    }
  }

  @Override
  public void released(int slot) {
    policy.submitted(slot);
    listener.released(state, slot);
  }
}
