package io.gnomon.sim.policy.slack;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.cluster.profile.AvailabilityProfile;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The schedule of a pool of processors: a profile of free processors over time. */
final class PoolSchedule implements SchedulePlan {
  private static final int[] ONE_TIER = {0};

  private final ClusterState state;
  private final AvailabilityProfile profile;
  private final AvailabilityProfile base = new AvailabilityProfile();
  private final AvailabilityProfile draft = new AvailabilityProfile();

  PoolSchedule(ClusterState state) {
    this(state, new AvailabilityProfile());
  }

  private PoolSchedule(ClusterState state, AvailabilityProfile profile) {
    this.state = state;
    this.profile = profile;
  }

  @Override
  public SchedulePlan copy(ClusterState forked) {
    return new PoolSchedule(forked, profile.copy());
  }

  @Override
  public int capacityVersion() {
    return state.processors();
  }

  @Override
  public int[] tiers() {
    return ONE_TIER;
  }

  @Override
  public int tier(int slot) {
    return 0;
  }

  @Override
  public void moveTo(int now) {
    profile.moveTo(now);
  }

  @Override
  public void rebuild(PromisedStarts jobs) {
    profile.expect(state);
    WaitingQueue waiting = state.waiting();
    long[] order = new long[waiting.size()];
    int[] slots = new int[waiting.size()];
    int count = 0;
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      if (jobs.start(slot) != PromisedStarts.NONE) {
        slots[count] = slot;
        order[count] = (long) jobs.start(slot) << 32 | count++;
      }
    }
    Arrays.sort(order, 0, count);
    for (int i = 0; i < count; i++) {
      int slot = slots[(int) order[i]];
      int former = jobs.start(slot);
      int from = former == NEVER ? state.now() : Math.max(former, state.now());
      int start = profile.anchor(from, state.width(slot), ScheduleSearch.seconds(state, slot));
      jobs.moveBeyond(slot, start);
      if (start != NEVER) {
        take(profile, slot, start);
      }
    }
  }

  @Override
  public void ended(int slot) {
    profile.moveTo(state.now());
    profile.give(state.now(), state.expectedEnd(slot), state.heldProcessors(slot));
  }

  @Override
  public void discard(int slot) {}

  @Override
  public int earliest(int slot) {
    return profile.anchor(state.now(), state.width(slot), ScheduleSearch.seconds(state, slot));
  }

  @Override
  public void add(int slot, int start, @Nullable Placement placement) {
    if (start != NEVER) {
      take(profile, slot, start);
    }
  }

  @Override
  public void move(
      PromisedStarts jobs, int[] slots, int[] starts, @Nullable Placement[] held, int count) {
    for (int i = 0; i < count; i++) {
      give(profile, slots[i], jobs.start(slots[i]));
    }
    for (int i = 0; i < count; i++) {
      take(profile, slots[i], starts[i]);
      jobs.move(slots[i], starts[i]);
    }
  }

  @Override
  public void compress(PromisedStarts jobs, int[] slots, int count) {
    for (int i = 0; i < count; i++) {
      int slot = slots[i];
      give(profile, slot, jobs.start(slot));
      int start = earliest(slot);
      take(profile, slot, start);
      jobs.move(slot, start);
    }
  }

  @Override
  public boolean start(int slot, Dispatcher dispatcher) {
    dispatcher.start(slot);
    return true;
  }

  @Override
  public @Nullable Placement placement(int slot) {
    return null;
  }

  @Override
  public void beginSearch() {
    base.set(profile);
  }

  @Override
  public void removeFromBase(int slot, int start) {
    give(base, slot, start);
  }

  @Override
  public void beginDraft() {
    draft.set(base);
  }

  @Override
  public int anchor(int slot, int from, int limit) {
    return draft.anchor(from, state.width(slot), ScheduleSearch.seconds(state, slot));
  }

  @Override
  public @Nullable Placement found() {
    return null;
  }

  @Override
  public void take(int slot, int start, @Nullable Placement placement) {
    take(draft, slot, start);
  }

  @Override
  public void give(int slot, int start, @Nullable Placement placement) {
    give(draft, slot, start);
  }

  private void take(AvailabilityProfile from, int slot, int start) {
    from.take(start, start + ScheduleSearch.seconds(state, slot), state.width(slot));
  }

  private void give(AvailabilityProfile to, int slot, int start) {
    to.give(start, start + ScheduleSearch.seconds(state, slot), state.width(slot));
  }

  @Override
  public Snapshot snapshot() {
    return new Snapshot();
  }

  @Override
  public void restore(Snapshot snapshot) {}
}
