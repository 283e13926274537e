package io.gnomon.sim.policy.mold;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.profile.AvailabilityProfile;
import io.gnomon.sim.policy.StartPlan;

/**
 * Start-time widening (perkovic2000, section 7.1). After a pass has decided which jobs start, jobs
 * that would run faster get processors that no other job can use: twice the requested width if
 * possible, or else, if they were narrowed, the requested width.
 */
public final class Widening {
  private Widening() {}

  /**
   * Widens jobs of {@code plan}, in its order.
   *
   * @param profile includes the processors of the plan's jobs
   */
  public static void widen(
      ClusterState state, Molding molding, AvailabilityProfile profile, StartPlan plan) {
    int now = state.now();
    for (int i = 0; i < plan.size() && profile.freeAt(now) > 0; i++) {
      int slot = plan.slot(i);
      int processors = plan.processors(i);
      int seconds = plan.seconds(i);
      profile.give(now, now + seconds, processors);
      for (int wider = molding.wider(state, slot);
          wider > plan.processors(i);
          wider = wider > state.width(slot) ? state.width(slot) : 0) {
        int shorter = molding.seconds(state, slot, wider);
        if (shorter < seconds && profile.freeUntil(now, wider) >= now + shorter) {
          plan.set(i, wider, shorter);
        }
      }
      profile.take(now, now + plan.seconds(i), plan.processors(i));
    }
  }
}
