package io.gnomon.sim.policy.preempt;

import io.gnomon.sim.policy.SchedulingPolicy;

/** A policy that knows on which processors each job stands; one may follow another on them. */
interface PlacingPolicy extends SchedulingPolicy {
  /** Where the jobs of the state at hand stand. */
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
