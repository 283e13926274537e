package io.gnomon.sim.policy.preempt;

import io.gnomon.sim.policy.SchedulingPolicy;

/** A policy that assigns individual processors to jobs. A successor can take over the placement. */
interface PlacingPolicy extends SchedulingPolicy {
  /** The placement of the jobs of the current state. */
  PlacedJobs placed();

  @Override
  default boolean preempts() {
    return true;
  }

  @Override
  default void submitted(int slot) {
    placed().arrived(slot);
  }

  @Override
  default void started(int slot) {
    placed().running(slot);
  }

  @Override
  default void changed(int slot) {
    placed().changed(slot);
  }

  @Override
  default void ended(int slot, boolean completed) {
    placed().ended(slot);
  }
}
