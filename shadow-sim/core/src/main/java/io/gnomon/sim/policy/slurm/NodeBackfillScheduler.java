package io.gnomon.sim.policy.slurm;

import static io.gnomon.sim.policy.SchedulingPolicy.NEVER;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.machine.placement.FreeResources;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.machine.placement.Placer;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.nodes.FittingShapes;
import io.gnomon.sim.policy.nodes.plan.PassPlan;
import io.gnomon.sim.policy.slurm.pass.TestedJobs;
import io.gnomon.sim.policy.slurm.preempt.Preemption;
import io.gnomon.slurm.parameter.SlurmParameter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A pass of Slurm's backfill plugin on nodes. Entries of the queue, in order, get the earliest
 * start that delays no entry before them. A job whose start is now starts; the others reserve the
 * nodes of their planned placement, which no other job can share, until the end of the pass. Starts
 * beyond the window, entries beyond the number that may reserve in a partition, those below the
 * thresholds for reservations, and those that a limit holds back get no reservation.
 *
 * <p>A job whose start is not now may preempt running jobs, on nodes that are not reserved before
 * it ends. The whole nodes of the preempted jobs are kept from other jobs until the end of the
 * pass. If it cannot start now even so, it reserves as if they all had ended.
 *
 * <p>Cost: a plan of the running jobs, then a search for each entry up to the last one that may
 * start now.
 */
final class NodeBackfillScheduler {
  private final SlurmSettings settings;
  private final ClusterState state;
  private final PartitionQueue queue;
  private final FittingShapes fitting;
  private final Placer placer;
  private final LimitFilter limits;
  private final ExpectedEnds ends;
  private final TestedJobs counts;
  private final Preemption preemption;
  private final FreeResources unreserved;
  private final int[] reservedIn; // by partition
  private final PassPlan plan;
  private int[] tested = new int[64]; // places in the queue
  private long[] unfit = new long[16]; // by shape: pass, and the shortest job that cannot start
  private int pass;
  private int testedInPass;
  private int validUntil = NEVER;
  private final Map<Integer, Integer> endOfRunning = new HashMap<>(); // by slot, to preempt
  private boolean mayPreempt; // whether a running job may be preempted in this pass

  NodeBackfillScheduler(
      SlurmSettings settings,
      ClusterState state,
      PartitionQueue queue,
      FittingShapes fitting,
      Placer placer,
      PassPlan plan,
      Preemption preemption) {
    this.settings = settings;
    this.state = state;
    this.queue = queue;
    this.fitting = fitting;
    this.placer = placer;
    limits = new LimitFilter(state);
    this.plan = plan;
    this.preemption = preemption;
    unreserved = new FreeResources(state.nodes().machine());
    ends = new ExpectedEnds(settings);
    counts = new TestedJobs(settings.tests());
    reservedIn = new int[state.nodes().machine().partitions().size()];
  }

  /** As {@link Schedulers#runBackfill}. */
  int run(Dispatcher dispatcher, Schedulers.Portion portion) {
    validUntil = preemption.nextExemptionEnd(state.now());
    mayPreempt = preemption.mayServe();
    boolean any = fitting.refresh(state.nodes(), state.nodes().free()) || mayPreempt;
    if (!any && settings.cost().isFree()) {
      return 0;
    }
    int selected = selectTested(portion.eligibleBy());
    testedInPass = portion.started() + selected;
    pass++;
    int end = any ? endOfStartable(Math.min(selected, portion.jobs() - portion.started())) : 0;
    if (end == 0) {
      return 0;
    }
    int opening = state.nodes().machine().nextReservationEnd(state.now());
    validUntil = Math.min(validUntil, opening);
    ends.read(state);
    plan.begin(state, ends::end);
    endOfRunning.clear();
    for (int i = 0; mayPreempt && i < state.running().size(); i++) {
      endOfRunning.put(state.running().slot(i), ends.end(i));
    }
    Arrays.fill(reservedIn, 0);
    int mostStarted =
        settings.of(SlurmParameter.BF_MAX_JOB_START) == 0
            ? NEVER
            : settings.of(SlurmParameter.BF_MAX_JOB_START) - portion.started();
    int started = 0;
    for (int i = 0; i < end; i++) {
      int slot = queue.slot(tested[i]);
      if (state.phase(slot) != JobPhase.WAITING) {
        continue; // has started in another partition
      }
      Shape shape = queue.shape(tested[i]);
      if (limits.holdBack(slot, shape)) {
        continue;
      }
      int seconds = seconds(slot);
      int length = seconds + settings.of(SlurmParameter.GAP);
      int start = plan.earliest(shape, length);
      Placement placement = start == state.now() ? plan.placement(state.nodes().free()) : null;
      if (placement != null && limits.holdBack(slot, placement)) {
        validUntil = Math.min(validUntil, plan.nextOverlap(length)); // other nodes may be allowed
        continue;
      }
      if (placement != null) {
        plan.start(seconds);
        dispatcher.start(slot, placement);
      } else if (!preempts(slot, shape, seconds, dispatcher)) {
        setUnfit(shape, seconds);
        reserve(tested[i], mayPreempt ? earliest(slot, shape, seconds, start) : start, seconds);
      }
      if (state.phase(slot) == JobPhase.RUNNING && ++started == mostStarted) {
        testedInPass = portion.started() + i + 1;
        break;
      }
      end = endOfStartable(end);
    }
    return started;
  }

  /** As {@link Schedulers#tested}. */
  int tested() {
    return testedInPass;
  }

  /** The earliest start without the jobs that a job may preempt. */
  private int earliest(int slot, Shape shape, int seconds, int otherwise) {
    Map<Integer, Integer> ending = new HashMap<>();
    for (int candidate : preemption.candidates(slot, shape)) {
      Integer end = endOfRunning.get(candidate);
      if (end != null) {
        ending.put(candidate, end);
      }
    }
    return ending.isEmpty()
        ? otherwise
        : plan.earliestWithout(state, ending, shape, seconds + settings.of(SlurmParameter.GAP));
  }

  /** Whether running jobs make room for a job, which starts when they have gone. */
  private boolean preempts(int slot, Shape shape, int seconds, Dispatcher dispatcher) {
    if (!mayPreempt || !preemption.mayPreempt(slot, shape)) {
      return false;
    }
    unreserved.set(state.nodes().free());
    plan.hideReserved(unreserved, seconds + settings.of(SlurmParameter.GAP), shape.reservation());
    Placement placement = preemption.placement(slot, shape, unreserved);
    if (placement == null || limits.holdBack(slot, placement)) {
      return false;
    }
    int until = (int) Math.min(NEVER - 1L, (long) state.now() + seconds);
    plan.close(placement, state.now(), until);
    for (int victim : preemption.victims()) {
      plan.close(state.nodes().placement(victim), state.now(), until);
    }
    if (preemption.preempt(dispatcher)) {
      dispatcher.start(slot, placement);
    }
    return true;
  }

  private int seconds(int slot) {
    return Math.max(1, state.estimate(slot) - state.servedSeconds(slot));
  }

  private void reserve(int entry, int start, int seconds) {
    int most =
        settings.of(SlurmParameter.BF_JOB_PART_COUNT_RESERVE) == 0
            ? NEVER
            : settings.of(SlurmParameter.BF_JOB_PART_COUNT_RESERVE);
    int partition = queue.shape(entry).partition(0);
    if (start == NEVER || !queue.shape(entry).mayStartAt(start)) {
      return;
    }
    if (start - state.now() > settings.of(SlurmParameter.BF_WINDOW)) {
      validUntil = Math.min(validUntil, start - settings.of(SlurmParameter.BF_WINDOW));
    } else if (!keepsResources(entry)) {
      noteAge(queue.slot(entry));
    } else if (reservedIn[partition] < most) {
      int edge = down(start);
      long to =
          Math.max(
              down((long) start + seconds),
              (long) edge + settings.of(SlurmParameter.BF_RESOLUTION));
      plan.reserve(Math.max(state.now(), edge), (int) Math.min(NEVER - 1L, to));
      reservedIn[partition]++;
    }
  }

  private boolean keepsResources(int entry) {
    int eligible = state.now() - state.eligibleTime(queue.slot(entry));
    return settings.reserving().allows(eligible, queue.priority(entry));
  }

  /** The plan changes when a job is old enough to reserve. */
  private void noteAge(int slot) {
    int from = state.eligibleTime(slot) + settings.reserving().minSeconds();
    if (from > state.now()) {
      validUntil = Math.min(validUntil, from);
    }
  }

  private long down(long time) {
    return time - time % settings.of(SlurmParameter.BF_RESOLUTION);
  }

  private int down(int time) {
    return (int) down((long) time);
  }

  /** Selects the entries that the pass tests; returns their number. */
  private int selectTested(int eligibleBy) {
    boolean first = settings.tests().takesFirst() && eligibleBy == NEVER;
    int most = settings.tests().all();
    queue.fill(state, first ? most : NEVER);
    counts.clear();
    int count = 0;
    for (int i = 0; i < queue.size() && count < most; i++) {
      int slot = queue.slot(i);
      if (first || (isOld(slot, eligibleBy) && addTested(slot, queue.shape(i)))) {
        if (count == tested.length) {
          tested = Arrays.copyOf(tested, 2 * count);
        }
        tested[count++] = i;
      }
    }
    return count;
  }

  private boolean isOld(int slot, int eligibleBy) {
    return eligibleBy == NEVER || state.eligibleTime(slot) <= eligibleBy;
  }

  private boolean addTested(int slot, Shape shape) {
    boolean hasAccount = state.hasAccounting() && state.accounting().hasAccount(slot);
    int association =
        hasAccount ? state.accounting().account(slot).association() : ClusterState.NONE;
    return counts.add(state.user(slot), shape.partition(0), association);
  }

  /** The place after the last tested entry before {@code end} that may start now. */
  private int endOfStartable(int end) {
    int last = end;
    while (last > 0 && !mayStart(tested[last - 1]) && !mayPreempt(tested[last - 1])) {
      last--;
    }
    return last;
  }

  private boolean mayStart(int entry) {
    int slot = queue.slot(entry);
    if (state.phase(slot) != JobPhase.WAITING || !fitting.mayFit(state.nodes().shapeId(slot))) {
      return false;
    }
    Shape shape = queue.shape(entry);
    int seconds = seconds(slot);
    if (seconds >= shortestUnfit(shape) || limits.holdBack(slot, shape)) {
      return false;
    }
    if (!placer.fits(shape, state.nodes().free())) {
      setUnfit(shape, 0);
      return false;
    }
    return true;
  }

  private boolean mayPreempt(int entry) {
    int slot = queue.slot(entry);
    return mayPreempt
        && state.phase(slot) == JobPhase.WAITING
        && preemption.mayServe(slot, queue.shape(entry));
  }

  /** Jobs of that shape and at least that length cannot start in this pass any more. */
  private int shortestUnfit(Shape shape) {
    long known = shape.id() < unfit.length ? unfit[shape.id()] : 0;
    return (int) (known >>> 32) == pass ? (int) known : NEVER;
  }

  private void setUnfit(Shape shape, int seconds) {
    int shortest = Math.min(seconds, shortestUnfit(shape));
    if (shape.id() >= unfit.length) {
      unfit = Arrays.copyOf(unfit, Math.max(shape.id() + 1, 2 * unfit.length));
    }
    unfit[shape.id()] = (long) pass << 32 | shortest;
  }

  /** As {@link Schedulers#validUntil}. */
  int validUntil() {
    return validUntil;
  }
}
