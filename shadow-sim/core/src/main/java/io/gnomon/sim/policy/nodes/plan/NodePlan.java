package io.gnomon.sim.policy.nodes.plan;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;
import static io.gnomon.sim.policy.nodes.plan.PlannedJobs.NONE;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.Nodes;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.placement.ConsTres;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Placer;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The planned schedule of a cluster of nodes: a start and a placement for each waiting job, which
 * delay no running job and no other planned one.
 *
 * <p>An early end is followed by a round in which jobs move to earlier starts. Only jobs that start
 * after the bound of their kind, or that something was freed for right before their start, are
 * searched for.
 */
public final class NodePlan {
  private final ClusterState state;
  private final Placer placer;
  private final NodeTimelines timelines;
  private final PlannedJobs jobs;
  private final PlanSearch search;
  private final List<PlannedKind> kinds = new ArrayList<>();
  private final ShapeNeeds needs;
  private boolean inRound;
  private int firstStart = NEVER;

  /** A plan without reservations, to be {@linkplain #rebuild built}. */
  public NodePlan(ClusterState state) {
    this(state, new NodeTimelines(state.nodes().machine()));
  }

  private NodePlan(ClusterState state, NodeTimelines timelines) {
    this(
        state,
        timelines,
        new PlannedJobs(timelines.groups()),
        new ShapeNeeds(state.nodes().machine(), timelines.groups()));
  }

  private NodePlan(
      ClusterState state, NodeTimelines timelines, PlannedJobs jobs, ShapeNeeds needs) {
    Machine machine = state.nodes().machine();
    this.state = state;
    this.timelines = timelines;
    this.jobs = jobs;
    this.needs = needs;
    placer = new ConsTres(machine);
    search = new PlanSearch(timelines, placer);
  }

  /** The same plan for a fork of the state. */
  public NodePlan copy(ClusterState forked) {
    NodePlan copy = new NodePlan(forked, timelines.copy(), jobs.copy(), needs.copy());
    copy.firstStart = firstStart;
    for (PlannedKind kind : kinds) {
      copy.kinds.add(kind.copy());
    }
    WaitingQueue waiting = state.waiting();
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      PlannedKind kind = jobs.start(slot) == NONE ? null : jobs.kind(slot);
      if (kind != null) {
        copy.jobs.setKind(slot, copy.kinds.get(kinds.indexOf(kind)));
      }
    }
    return copy;
  }

  PlannedJobs jobs() {
    return jobs;
  }

  NodeTimelines timelines() {
    return timelines;
  }

  /**
   * The planned start of a waiting job, {@link io.gnomon.sim.policy.SchedulingPolicy#NEVER} if
   * there is none, or -1 if it has not been planned.
   */
  public int start(int slot) {
    return jobs.start(slot);
  }

  /** What a job with a start will hold. */
  public Placement placement(int slot) {
    return jobs.placed(slot);
  }

  /** Forgets the past. */
  public void moveTo(int now) {
    timelines.moveTo(now);
  }

  /** Forgets all reservations; only running jobs hold resources. */
  void clear() {
    jobs.reach(state.slotLimit());
    jobs.clearPlaces();
    for (int slot = 0; slot < state.slotLimit(); slot++) {
      jobs.forget(slot);
    }
    timelines.reset(state);
    kinds.clear();
  }

  /**
   * Plans again after running jobs hold more, or longer, than planned: in the order of their
   * starts, jobs keep their start and nodes if they can, else start as soon as possible after it.
   */
  public void rebuild() {
    jobs.reach(state.slotLimit());
    firstStart = NEVER;
    timelines.reset(state);
    jobs.clearPlaces();
    for (int slot = 0; slot < state.slotLimit(); slot++) {
      if (!state.occupied(slot) || state.phase(slot) != JobPhase.WAITING) {
        jobs.forget(slot);
      }
    }
    for (PlannedKind kind : kinds) {
      kind.count(-kind.count(0));
      kind.forget(state.now());
    }
    long[] order = new long[state.waiting().size()];
    int[] slots = new int[order.length];
    int count = 0;
    WaitingQueue waiting = state.waiting();
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      if (jobs.start(slot) != NONE) {
        slots[count] = slot;
        order[count] = (long) jobs.start(slot) << 32 | count;
        count++;
      }
    }
    Arrays.sort(order, 0, count);
    for (int i = 0; i < count; i++) {
      int start = (int) (order[i] >>> 32);
      renew(slots[(int) order[i]], start == NEVER ? state.now() : Math.max(state.now(), start));
    }
    kinds.removeIf(kind -> kind.count(0) == 0);
  }

  private void renew(int slot, int from) {
    Placement old = jobs.placement(slot);
    PlannedKind before = jobs.kind(slot);
    PlannedKind kind = kind(slot);
    kind.count(1);
    int end = NodeTimelines.end(from, kind.seconds());
    boolean same = before == null || before == kind;
    if (old != null && same && timelines.fits(old, from, end)) {
      reserve(slot, kind, from, old);
    } else {
      int start = search.firstBeside(kind, from, NEVER);
      reserve(slot, kind, start, start == NEVER ? null : search.placement());
    }
    jobs.setGains(slot, true);
  }

  private PlannedKind kind(int slot) {
    Shape shape = state.nodes().shape(slot);
    int seconds = state.estimate(slot);
    for (PlannedKind kind : kinds) {
      if (kind.isOf(shape, seconds)) {
        return kind;
      }
    }
    PlannedKind kind = new PlannedKind(shape, seconds, needs.of(shape), state.now());
    kinds.add(kind);
    return kind;
  }

  private void reserve(int slot, PlannedKind kind, int start, @Nullable Placement placement) {
    jobs.set(slot, kind, start, placement);
    firstStart = Math.min(firstStart, start);
    if (placement != null) {
      timelines.take(placement, start, NodeTimelines.end(start, kind.seconds()));
    }
  }

  /** The kind of a waiting job, which may not be planned yet. */
  PlannedKind kindOf(int slot) {
    PlannedKind known = jobs.start(slot) == NONE ? null : jobs.kind(slot);
    return known == null ? kind(slot) : known;
  }

  /**
   * Plans a job that has no start.
   *
   * @param placement null if it cannot start
   */
  public void add(int slot, int start, @Nullable Placement placement) {
    jobs.reach(state.slotLimit());
    PlannedKind kind = kind(slot);
    kind.count(1);
    reserve(slot, kind, start, placement);
    mayGain(slot, kind);
  }

  /** Moves jobs to other starts, all at once; the new schedule must be possible. */
  public void move(int[] slots, int[] starts, @Nullable Placement[] placements, int count) {
    int[] formerStarts = new int[count];
    Placement[] former = new Placement[count];
    for (int i = 0; i < count; i++) {
      int slot = slots[i];
      formerStarts[i] = jobs.start(slot);
      former[i] = jobs.placed(slot);
      timelines.give(former[i], formerStarts[i], end(slot, formerStarts[i]));
      jobs.unlist(slot);
    }
    for (int i = 0; i < count; i++) {
      PlannedKind kind = kindOf(slots[i]);
      reserve(slots[i], kind, starts[i], placements[i]);
      mayGain(slots[i], kind);
    }
    for (int i = 0; i < count; i++) {
      opened(former[i], formerStarts[i], end(slots[i], formerStarts[i]));
    }
  }

  private int end(int slot, int start) {
    return NodeTimelines.end(start, kindOf(slot).seconds());
  }

  /** Records that a job may have been planned later than possible. */
  private void mayGain(int slot, PlannedKind kind) {
    jobs.setGains(slot, true);
    if (!kind.isLocal()) {
      kind.forget(state.now());
    }
  }

  /** Returns the reservations, for checkpoints. */
  public Snapshot snapshot() {
    return PlanSnapshot.write(state, false, jobs);
  }

  /** Restores a {@link #snapshot}; the plan must then be {@linkplain #rebuild rebuilt}. */
  public void restore(Snapshot snapshot) {
    PlanSnapshot.read(snapshot, state, jobs);
  }

  /** Plans the earliest start of a job that has none; returns it. */
  int reserve(int slot) {
    int start = earliest(slot);
    PlannedKind kind = kind(slot);
    kind.count(1);
    reserve(slot, kind, start, start == NEVER ? null : search.placement());
    return start;
  }

  /**
   * The earliest start of a job that has none, {@link io.gnomon.sim.policy.SchedulingPolicy#NEVER}
   * if it cannot start.
   */
  public int earliest(int slot) {
    jobs.reach(state.slotLimit());
    PlannedKind kind = kind(slot);
    return kind.shape().isPossible() ? search.first(kind, state.now(), NEVER) : NEVER;
  }

  /** What the job whose {@link #earliest} start was found last will hold. */
  public Placement found() {
    return search.placement();
  }

  /** The first planned start. */
  int firstStart() {
    return firstStart;
  }

  /** Searches for the first planned start, after jobs have started. */
  void findFirstStart() {
    firstStart = nextStart(-1);
  }

  /** The first planned start after {@code time}. */
  int nextStart(int time) {
    int first = NEVER;
    WaitingQueue waiting = state.waiting();
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      int start = jobs.start(slot);
      first = start > time ? Math.min(first, start) : first;
    }
    return first;
  }

  /** Drops a job that starts as planned, or whose reservation is not in the timelines. */
  public void remove(int slot) {
    PlannedKind kind = jobs.start(slot) == NONE ? null : jobs.kind(slot);
    jobs.remove(slot);
    if (kind != null && kind.count(-1) == 0) {
      kinds.remove(kind);
    }
  }

  /** Whether a job of that shape would fit now if no job were waiting. */
  boolean fitsNow(Shape shape) {
    return placer.fits(shape, state.nodes().free());
  }

  /** What the job that starts now will hold; null if its nodes are not free. */
  public @Nullable Placement bound(int slot) {
    return timelines.groups().bind(jobs.placed(slot), state.nodes().free());
  }

  /** Records that a running job ends now, before its expected end. */
  public void ended(int slot) {
    Nodes nodes = state.nodes();
    int end = state.expectedEnd(slot);
    timelines.ended(nodes, slot, state.now(), end);
    opened(nodes.placement(slot), state.now(), end);
  }

  private void opened(Placement placement, int from, int to) {
    for (int i = 0, run; i < placement.size(); i += run) {
      run = timelines.groups().run(placement, i);
      int place = timelines.groups().placeOf(placement.node(i));
      for (PlannedKind kind : kinds) {
        kind.opened(timelines, place, state.now(), from, to, inRound);
      }
      jobs.opened(timelines, place, state.now(), from, to);
    }
  }

  /** Moves jobs to earlier starts, one by one in the order of {@code slots}. */
  public void compress(int[] slots, int count) {
    inRound = true;
    for (int i = 0; i < count; i++) {
      int slot = slots[i];
      int start = jobs.start(slot);
      PlannedKind kind = jobs.kind(slot);
      if (start != NONE
          && start != NEVER
          && kind != null
          && (jobs.gains(slot) || start > kind.bound())) {
        advance(slot, kind, start);
      }
    }
    for (PlannedKind kind : kinds) {
      kind.endRound();
    }
    inRound = false;
  }

  private void advance(int slot, PlannedKind kind, int start) {
    Placement old = jobs.placed(slot);
    int now = state.now();
    boolean gains = jobs.gains(slot) && hasRoomBefore(kind, old, start);
    jobs.setGains(slot, false);
    int others = kind.isLocal() ? kind.earliest(timelines, now, start) : kind.bound();
    if (!gains && others >= start) {
      return;
    }
    int end = NodeTimelines.end(start, kind.seconds());
    timelines.give(old, start, end);
    int earlier =
        kind.isLocal()
            ? search.firstBesideOwn(kind, place(old), others, now, start)
            : search.firstBeside(kind, now, start);
    if (earlier == NEVER) {
      timelines.undoGive(old, start, end);
      return;
    }
    jobs.unlist(slot);
    reserve(slot, kind, earlier, search.placement());
    opened(old, start, end);
  }

  private int place(Placement placement) {
    return timelines.groups().placeOf(placement.node(0));
  }

  /** Whether something is free right before its start where the job will run. */
  private boolean hasRoomBefore(PlannedKind kind, Placement placement, int start) {
    if (start <= state.now()) {
      return false;
    }
    for (int i = 0; i < placement.size(); i++) {
      int place = timelines.groups().placeOf(placement.node(i));
      if (kind.meets(timelines, place, start - 1)) {
        return true;
      }
    }
    return false;
  }
}
