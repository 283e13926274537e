package io.gnomon.sim.engine;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.eligibility.Conditions;
import io.gnomon.sim.eligibility.WaitingReason;
import org.jspecify.annotations.Nullable;

/**
 * Holds back jobs whose conditions are not met or whose reservation is not active, and releases
 * them when that changes.
 */
final class EligibleJobs {
  private static final int[] NO_JOBS = {};

  /** What a simulation does when a job is held or released. */
  interface Driver {
    /** Holds a job that has not started. */
    void hold(int slot, WaitingReason reason);

    /** Releases a held job; its conditions can still hold it back. */
    void release(int slot);

    /** A job has been released and waits. */
    void released(int slot);
  }

  private final ClusterState state;
  private final Driver driver;
  private final @Nullable ReservedJobs reserved; // null without reservations for jobs

  EligibleJobs(ClusterState state, Driver driver) {
    this.state = state;
    this.driver = driver;
    reserved = ReservedJobs.of(state);
  }

  /** When jobs may become eligible, or no longer are. */
  TimeSource[] timeSources() {
    return reserved == null
        ? new TimeSource[] {this::nextRelease}
        : new TimeSource[] {this::nextRelease, reserved};
  }

  private int nextRelease(int now) {
    return state.hasConditions() ? Math.max(state.conditions().nextTime(), now) : Simulation.NEVER;
  }

  /** Takes over the jobs that are held because of their conditions. */
  void adopt() {
    if (state.hasConditions()) {
      state.conditions().adoptHeld(state.now());
    }
  }

  /** Brings the jobs of the state in line with reservations. */
  void begin() {
    if (reserved != null) {
      reserved.heldWithoutReason().forEach(slot -> state.hold(slot, WaitingReason.RESERVATION));
      keepTo(reserved);
    }
  }

  /** The running jobs that end now because their reservation has ended. */
  int[] overrunning() {
    return reserved == null ? NO_JOBS : reserved.overrunning();
  }

  /** Holds and releases jobs if a reservation begins or ends at {@code time}. */
  void keepToReservations(int time) {
    if (reserved != null && reserved.isChange(time)) {
      keepTo(reserved);
    }
  }

  private void keepTo(ReservedJobs jobs) {
    for (int slot : jobs.outOfTime()) {
      driver.hold(slot, WaitingReason.RESERVATION);
    }
    jobs.inTime().forEach(driver::release);
  }

  /** Releases the held jobs whose conditions are met; returns whether there are any. */
  boolean release() {
    if (!state.hasConditions()) {
      return false;
    }
    boolean any = false;
    Conditions conditions = state.conditions();
    int slot = conditions.nextEligible(state.now());
    while (slot != Conditions.NONE) {
      state.release(slot);
      if (reserved != null && reserved.isOutOfTime(slot)) {
        state.hold(slot, WaitingReason.RESERVATION);
      } else {
        driver.released(slot);
        any = true;
      }
      slot = conditions.nextEligible(state.now());
    }
    return any;
  }

  /** Holds a waiting job that is not eligible. */
  void holdBack(int slot) {
    if (reserved != null && reserved.isOutOfTime(slot)) {
      state.hold(slot, WaitingReason.RESERVATION);
    } else if (state.hasConditions() && state.conditions().isHeldBack(slot, state.now())) {
      state.hold(slot);
      state.conditions().holdBack(slot, state.now());
    }
  }
}
