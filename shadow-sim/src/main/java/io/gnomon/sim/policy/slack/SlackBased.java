package io.gnomon.sim.policy.slack;

import io.gnomon.sim.cluster.AvailabilityProfile;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.StartPlan;
import io.gnomon.sim.snapshot.IntTable;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.Arrays;
import java.util.Map;

/**
 * Slack-based priority backfilling (talby1999). Every job is scheduled when it arrives. It may be
 * delayed later, by at most its slack in total, if that makes the whole schedule cheaper. The
 * latest start of a job is therefore known when it is submitted.
 *
 * <p>When running jobs exceed their estimates, promises cannot be kept; the affected jobs are
 * scheduled again in the order of their starts.
 *
 * <p>Cost: an arrival that has to wait, and an end, cause a {@link ScheduleSearch}, O(n³) for n
 * waiting jobs in the worst case; other passes cost O(n).
 */
public final class SlackBased implements SchedulingPolicy {

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
    jobs.remove(slot);
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
        jobs.remove(slot);
      }
    }
    plan.dispatch(dispatcher);
    next = nextStart();
  }

  @Override
  public int nextTimer() {
    return next;
  }

  /** Rebuilds the profile from running and scheduled jobs; no scheduled job starts earlier. */
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

  /** The next scheduled start that can be met without an earlier event. */
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
  public Snapshot snapshot() {
    IntTable promised = new IntTable("job", "start", "latest", "firstSlack");
    double[] priorities = new double[state.waiting().size()];
    WaitingQueue waiting = state.waiting();
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      if (jobs.start(slot) != PromisedStarts.NONE) {
        priorities[promised.rows()] = jobs.priority(slot);
        promised.add(state.job(slot), jobs.start(slot), jobs.latest(slot), jobs.firstSlack(slot));
      }
    }
    return new Snapshot()
        .put("improve", improve || capacity != state.processors())
        .put("promised", promised.snapshot())
        .put("priorities", Arrays.copyOf(priorities, promised.rows()));
  }

  @Override
  public void restore(Snapshot snapshot) {
    Snapshot promised = snapshot.getSection("promised");
    int[] numbers = promised.getInts("job");
    int[] start = promised.getInts("start", numbers.length);
    int[] latest = promised.getInts("latest", numbers.length);
    int[] firstSlack = promised.getInts("firstSlack", numbers.length);
    double[] priorities = snapshot.getDoubles("priorities", numbers.length);
    Map<Integer, Integer> slots = state.slotsByJob();
    for (int i = 0; i < numbers.length; i++) {
      Integer slot = slots.get(numbers[i]);
      if (slot != null) {
        jobs.promise(slot, start[i], latest[i], firstSlack[i], (float) priorities[i]);
      }
    }
    improve = snapshot.getBoolean("improve");
    next = nextStart();
  }
}
