package io.gnomon.sim.policy.slack;

import io.gnomon.sim.cluster.AvailabilityProfile;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.StartPlan;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Slack-based priority backfilling (talby1999): every job is scheduled when it arrives, and may be
 * delayed later, by its slack in all, where that makes the whole schedule cheaper. So the latest
 * start of a job is known when it is submitted.
 *
 * <p>Where running jobs stay beyond their estimates, promises cannot hold; the jobs concerned are
 * scheduled anew in the order of their starts.
 *
 * <p>Cost: an arrival that has to wait, and an end, make a {@link ScheduleSearch}, O(n³) for n
 * waiting jobs at worst; other passes O(n).
 */
public final class SlackBased implements SchedulingPolicy {
  private static final int FIELDS = 5;

  private final PolicySpec spec;
  private final SlackTerms terms;
  private final AvailabilityProfile profile;
  private final PromisedStarts jobs;
  private final ScheduleSearch search;
  private final StartPlan plan = new StartPlan();
  private ClusterState state;
  private boolean stale;
  private boolean improve;
  private int capacity;
  private int next = NEVER;

  SlackBased(PolicySpec spec, SlackTerms terms) {
    this(spec, terms, new ClusterState(1), new AvailabilityProfile(), new PromisedStarts());
  }

  private SlackBased(
      PolicySpec spec,
      SlackTerms terms,
      ClusterState state,
      AvailabilityProfile profile,
      PromisedStarts jobs) {
    this.spec = spec;
    this.terms = terms;
    this.state = state;
    this.profile = profile;
    this.jobs = jobs;
    this.search = new ScheduleSearch(terms);
  }

  @Override
  public PolicySpec spec() {
    return spec;
  }

  @Override
  public void adopt(ClusterState adopted) {
    state = adopted;
    capacity = adopted.processors();
    jobs.clear();
    stale = true;
    improve = false;
    next = NEVER;
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    SlackBased fork = new SlackBased(spec, terms, forked, profile.copy(), jobs.copy());
    fork.stale = stale;
    fork.improve = improve;
    fork.capacity = capacity;
    fork.next = next;
    return fork;
  }

  @Override
  public void submitted(int slot) {
    jobs.forget(slot);
  }

  @Override
  public void ended(int slot, boolean completed) {
    improve = true;
    int end = state.expectedEnd(slot);
    if (stale) {
      return;
    }
    if (end > state.now()) {
      profile.moveTo(state.now());
      profile.give(state.now(), end, state.heldProcessors(slot));
    } else if (end < state.now() || !completed) {
      stale = true;
    }
  }

  @Override
  public void changed(int slot) {
    stale = true;
    improve = true;
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    int now = state.now();
    if (state.processors() != capacity) {
      capacity = state.processors();
      stale = true;
      improve = true;
    }
    if (stale || state.isOverdue()) {
      rebuild();
    } else {
      profile.moveTo(now);
    }
    if (improve) {
      search.improve(state, profile, jobs);
    }
    stale = false;
    improve = false;
    WaitingQueue waiting = state.waiting();
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      if (jobs.start(slot) == PromisedStarts.NONE) {
        search.insert(state, profile, jobs, slot);
      }
    }
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      if (jobs.start(slot) == now) {
        plan.add(slot, state.width(slot), ScheduleSearch.seconds(state, slot));
        jobs.forget(slot);
      }
    }
    plan.dispatch(dispatcher);
    next = nextStart();
  }

  @Override
  public int nextTimer() {
    return next;
  }

  /** The profile anew: running jobs, then the scheduled ones, none of which moves forward. */
  private void rebuild() {
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
      int seconds = ScheduleSearch.seconds(state, slot);
      int from = former == NEVER ? state.now() : Math.max(former, state.now());
      int start = profile.anchor(from, state.width(slot), seconds);
      jobs.moveBeyond(slot, start);
      if (start != NEVER) {
        profile.take(start, start + seconds, state.width(slot));
      }
    }
  }

  /** The next scheduled start that may be kept although nothing happens before. */
  private int nextStart() {
    int after = state.isOverdue() ? state.now() + 1 : state.now();
    int earliest = NEVER;
    WaitingQueue waiting = state.waiting();
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      if (jobs.start(slot) > after) {
        earliest = Math.min(earliest, jobs.start(slot));
      }
    }
    return earliest;
  }

  /** The latest start that the slack of the waiting job in {@code slot} allows. */
  public int latestStart(int slot) {
    return jobs.latest(slot);
  }

  @Override
  public int[] memory() {
    int[] memory = new int[1 + FIELDS * state.waiting().size()];
    memory[0] = improve || capacity != state.processors() ? 1 : 0;
    int at = 1;
    WaitingQueue waiting = state.waiting();
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      if (jobs.start(slot) != PromisedStarts.NONE) {
        memory[at] = state.job(slot);
        memory[at + 1] = jobs.start(slot);
        memory[at + 2] = jobs.latest(slot);
        memory[at + 3] = jobs.firstSlack(slot);
        memory[at + 4] = Float.floatToIntBits((float) jobs.priority(slot));
        at += FIELDS;
      }
    }
    return Arrays.copyOf(memory, at);
  }

  @Override
  public void recall(int[] memory) {
    if (memory.length % FIELDS != 1) {
      throw new IllegalArgumentException(
          memory.length + " numbers are not the memory of a slack policy");
    }
    Map<Integer, Integer> slots = new HashMap<>();
    state.forEachActive(slot -> slots.put(state.job(slot), slot));
    for (int at = 1; at < memory.length; at += FIELDS) {
      Integer slot = slots.get(memory[at]);
      if (slot != null) {
        float priority = Float.intBitsToFloat(memory[at + 4]);
        jobs.promise(slot, memory[at + 1], memory[at + 2], memory[at + 3], priority);
      }
    }
    improve = memory[0] == 1;
    next = nextStart();
  }
}
