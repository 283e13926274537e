package io.gnomon.sim.policy.slack;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.snapshot.IntTable;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.spec.Spec;
import java.util.Arrays;
import java.util.Map;

/**
 * Slack-based priority backfilling (talby1999). Every job is scheduled when it arrives. It may be
 * delayed later, by at most its slack in total, if that makes the whole schedule cheaper. The
 * latest start of a job is therefore known when it is submitted.
 *
 * <p>On nodes, a job is scheduled with a placement. Jobs of partitions with a higher tier are
 * scheduled first when they arrive at the same time.
 *
 * <p>When running jobs exceed their estimates, promises cannot be kept; the affected jobs are
 * scheduled again in the order of their starts.
 *
 * <p>Cost: an arrival that has to wait, and an end, cause a {@link ScheduleSearch}, O(n³) for n
 * waiting jobs in the worst case; other passes cost O(n).
 */
public final class SlackBased implements SchedulingPolicy {

  private final Spec spec;
  private final SlackTerms terms;
  private final PromisedStarts jobs;
  private final ScheduleSearch search;
  private ClusterState state;
  private SchedulePlan plan;
  private int[] due = new int[16];
  private boolean stale;
  private boolean improve;
  private int capacityVersion;
  private int next = NEVER;

  SlackBased(Spec spec, SlackTerms terms) {
    this(spec, terms, new ClusterState(1), new PromisedStarts());
  }

  private SlackBased(Spec spec, SlackTerms terms, ClusterState state, PromisedStarts jobs) {
    this.spec = spec;
    this.terms = terms;
    this.state = state;
    this.jobs = jobs;
    plan = new PoolSchedule(state);
    search = new ScheduleSearch(terms);
  }

  @Override
  public Spec spec() {
    return spec;
  }

  @Override
  public void adopt(ClusterState adopted) {
    state = adopted;
    plan = adopted.hasNodes() ? new NodeSchedule(adopted) : new PoolSchedule(adopted);
    capacityVersion = plan.capacityVersion();
    jobs.clear();
    stale = true;
    improve = false;
    next = NEVER;
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    SlackBased fork = new SlackBased(spec, terms, forked, jobs.copy());
    fork.plan = plan.copy(forked);
    fork.stale = stale;
    fork.improve = improve;
    fork.capacityVersion = capacityVersion;
    fork.next = next;
    return fork;
  }

  @Override
  public void submitted(int slot) {
    jobs.remove(slot);
    plan.discard(slot);
  }

  @Override
  public void ended(int slot, boolean completed) {
    improve = true;
    int end = state.expectedEnd(slot);
    if (stale || capacityVersion != plan.capacityVersion()) {
      return;
    }
    if (end > state.now()) {
      plan.ended(slot);
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
    if (plan.capacityVersion() != capacityVersion) {
      capacityVersion = plan.capacityVersion();
      stale = true;
      improve = true;
    }
    if (stale || state.isOverdue()) {
      plan.rebuild(jobs);
    } else {
      plan.moveTo(now);
    }
    if (improve) {
      search.improve(state, plan, jobs);
    }
    stale = false;
    improve = false;
    for (int tier : plan.tiers()) {
      insertNew(tier);
    }
    startDue(dispatcher);
    next = stale ? now + 1 : nextStart();
  }

  /** Schedules the jobs of a tier that are not scheduled, in order of arrival. */
  private void insertNew(int tier) {
    WaitingQueue waiting = state.waiting();
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      if (jobs.start(slot) == PromisedStarts.NONE && plan.tier(slot) == tier) {
        search.insert(state, plan, jobs, slot);
      }
    }
  }

  private void startDue(Dispatcher dispatcher) {
    WaitingQueue waiting = state.waiting();
    int count = 0;
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      if (jobs.start(slot) == state.now()) {
        due = count == due.length ? Arrays.copyOf(due, 2 * count) : due;
        due[count++] = slot;
      }
    }
    for (int i = 0; i < count; i++) {
      if (plan.start(due[i], dispatcher)) {
        jobs.remove(due[i]);
      } else {
        stale = true;
      }
    }
  }

  @Override
  public int nextTimer() {
    return next;
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

  /**
   * The latest start that the slack of the waiting job in {@code slot} allows; {@link #NEVER} if
   * there is none, as for a job that cannot run.
   */
  public int latestStart(int slot) {
    return jobs.start(slot) == PromisedStarts.NONE ? NEVER : jobs.latest(slot);
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
    Snapshot snapshot =
        new Snapshot()
            .put("improve", improve || capacityVersion != plan.capacityVersion())
            .put("promised", promised.snapshot())
            .put("priorities", Arrays.copyOf(priorities, promised.rows()));
    return state.hasNodes() ? snapshot.put("plan", plan.snapshot()) : snapshot;
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
    if (state.hasNodes()) {
      plan.restore(snapshot.getSection("plan"));
    }
    improve = snapshot.getBoolean("improve");
    next = nextStart();
  }
}
