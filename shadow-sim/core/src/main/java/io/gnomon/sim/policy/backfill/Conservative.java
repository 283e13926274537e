package io.gnomon.sim.policy.backfill;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.profile.CompressibleProfile;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.SpeedUp;
import io.gnomon.sim.policy.StartPlan;
import io.gnomon.sim.policy.mold.Widening;
import io.gnomon.sim.policy.order.OrderedSlots;
import io.gnomon.sim.policy.speculate.SpeculativeRuns;
import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.spec.Spec;

/**
 * Conservative backfilling with the extensions of perkovic2000, as the stages of its Figure 2:
 * order the queue, schedule it, try the remaining jobs in holes, widen the jobs that start.
 *
 * <p><b>With guarantees</b>, every job has a guaranteed start, the earliest one that delays no job
 * before it. When a job ends early, the schedule is compressed in queue order, which never moves a
 * guarantee to a later time. When running jobs exceed their estimates or the machine shrinks, the
 * affected jobs get new guarantees, in the order of their old ones, from the next second on.
 * <b>Without guarantees</b>, each pass computes the whole schedule again in queue order.
 *
 * <p>A job on a speculative attempt keeps its guaranteed start; the attempt is killed at that time
 * at the latest.
 *
 * <p>Cost with guarantees: an arrival searches its anchor point; an early end does so for the
 * waiting jobs that may benefit, see {@link ReservedQueue}. Without: every pass searches for the
 * waiting jobs until no processors are left.
 */
public final class Conservative implements SchedulingPolicy {
  private final Spec spec;
  private final BackfillSettings settings;
  private final ReservationPlan timetable;
  private final CompressibleProfile profile;
  private final Reservations reservations;
  private final SpeculativeRuns attempts;
  private final TestRuns testRuns;
  private final OrderedSlots ordered = new OrderedSlots();
  private final StartPlan plan = new StartPlan();
  private ClusterState state;
  private boolean stale;
  private int capacity; // capacity of the profile
  private boolean compress;
  private boolean givingUp;
  private int next = NEVER;
  private boolean overdue; // in the last schedule
  private int nextStart = NEVER; // in the last schedule
  private int firstNew = ClusterState.NONE; // first of the jobs that have arrived since then

  Conservative(Spec spec, BackfillSettings settings) {
    this(spec, settings, new ClusterState(1), ReservationPlan.of(settings), new SpeculativeRuns());
  }

  private Conservative(
      Spec spec,
      BackfillSettings settings,
      ClusterState state,
      ReservationPlan timetable,
      SpeculativeRuns attempts) {
    this.spec = spec;
    this.settings = settings;
    this.state = state;
    this.timetable = timetable;
    this.profile = timetable.profile();
    this.reservations = timetable.reservations();
    this.attempts = attempts;
    this.testRuns = new TestRuns(settings, timetable, attempts);
  }

  @Override
  public Spec spec() {
    return spec;
  }

  @Override
  public SpeedUp speedUp() {
    return settings.molding().speedUp();
  }

  @Override
  public void adopt(ClusterState adopted) {
    state = adopted;
    reservations.clear();
    attempts.clear();
    stale = true;
    capacity = adopted.processors();
    compress = false;
    firstNew = ClusterState.NONE;
    timetable.queue().outdate();
    next = NEVER;
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    Conservative fork = new Conservative(spec, settings, forked, timetable.copy(), attempts.copy());
    fork.stale = stale;
    fork.capacity = capacity;
    fork.compress = compress;
    fork.next = next;
    fork.firstNew = firstNew;
    return fork;
  }

  @Override
  public void submitted(int slot) {
    reservations.remove(slot);
    attempts.remove(slot);
    if (slot != state.waiting().last()) {
      timetable.queue().outdate(); // it returned to its old place
    } else if (firstNew == ClusterState.NONE) {
      firstNew = slot;
    }
  }

  @Override
  public void ended(int slot, boolean completed) {
    if (givingUp) {
      // the profile releases its processors at the deadline, unless the job was modified
      stale |= state.expectedEnd(slot) != state.now();
      return;
    }
    boolean tried = attempts.isUnderWay(slot);
    attempts.remove(slot);
    compress = settings.guarantee();
    if (stale || !settings.guarantee()) {
      return;
    }
    int now = state.now();
    int end = state.expectedEnd(slot);
    if (end > now) {
      timetable.ended(now, end, state.heldProcessors(slot));
    } else if (end < now || !completed) {
      stale = true;
    }
    if (tried) {
      timetable.release(slot);
    }
  }

  @Override
  public void changed(int slot) {
    stale |= !givingUp;
    compress = settings.guarantee();
    timetable.queue().outdate();
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    if (capacity != state.processors()) {
      capacity = state.processors();
      stale = true;
      compress = settings.guarantee();
    }
    givingUp = true;
    testRuns.giveUp(state, dispatcher);
    givingUp = false;
    if (settings.guarantee()) {
      scheduleWithGuarantees();
    } else {
      scheduleAnew();
    }
    if (!settings.speculation().isNone()) {
      compress |= testRuns.begin(state, ordered, plan, dispatcher);
      timetable.queue().outdate();
    }
    if (settings.molding().widen()) {
      Widening.widen(state, settings.molding(), profile, plan);
      timetable.queue().openWhole();
    }
    startPlanned(dispatcher);
    next = Math.min(attempts.nextDeadline(), settings.guarantee() ? nextGuarantee() : NEVER);
    firstNew = ClusterState.NONE;
  }

  private void startPlanned(Dispatcher dispatcher) {
    for (int i = 0; i < plan.size(); i++) {
      reservations.remove(plan.slot(i));
    }
    plan.dispatch(dispatcher);
  }

  @Override
  public int nextTimer() {
    return next;
  }

  private void scheduleAnew() {
    ordered.fill(state, settings.order());
    profile.expect(state);
    boolean whole = !settings.speculation().isNone() || settings.molding().widen();
    int narrowest = 1;
    if (!whole) {
      narrowest = NEVER;
      for (int i = 0; i < ordered.size(); i++) {
        int processors = settings.molding().narrowest(state, ordered.slot(i));
        narrowest = Math.min(narrowest, processors);
      }
    }
    for (int i = 0; i < ordered.size(); i++) {
      int slot = ordered.slot(i);
      reservations.remove(slot);
      if (profile.freeAt(state.now()) >= narrowest) { // otherwise no further job can start
        timetable.reserve(state, slot, state.now(), NEVER);
        if (reservations.start(slot) == state.now()) {
          plan.add(slot, reservations.processors(slot), reservations.seconds(slot));
        }
      }
    }
  }

  private void scheduleWithGuarantees() {
    overdue = state.isOverdue();
    if (stale || overdue) {
      timetable.rebuild(state, attempts);
    } else {
      profile.moveTo(state.now());
    }
    if (timetable.queue().isCurrent() && (settings.order().isArrival() || isArrivalAlone())) {
      timetable.append(state.waiting(), firstNew);
    } else {
      timetable.orderQueue(state, settings.order(), ordered);
    }
    if (compress) {
      timetable.compress(state);
    }
    timetable.reserveNew(state);
    timetable.planDue(state.now(), plan);
    nextStart = timetable.queue().firstStart();
    stale = false;
    compress = false;
  }

  /** Whether the order has no effect: at most one job has arrived and no other event happened. */
  private boolean isArrivalAlone() {
    return !compress
        && state.now() < next
        && (firstNew == ClusterState.NONE || state.waiting().next(firstNew) == ClusterState.NONE);
  }

  /** The next guaranteed start that can be met without an earlier event. */
  private int nextGuarantee() {
    // a job scheduled for the next second because of an overdue job waits until that one ends
    int after = overdue ? state.now() + 1 : state.now();
    if (!overdue && settings.speculation().isNone()) {
      return nextStart;
    }
    return timetable.nextStart(attempts, after);
  }

  /**
   * The guaranteed start of the waiting job in {@code slot}: {@link #NEVER} if it is wider than the
   * machine, or -1 if it has no guarantee.
   */
  public int guarantee(int slot) {
    return reservations.start(slot);
  }

  @Override
  public void fields(Fields fields) {
    boolean lost = settings.guarantee() && capacity != state.processors();
    boolean compresses = fields.flag("compress", compress || lost);
    fields.section("reservations", jobs -> reservations.fields(jobs, state));
    fields.section("attempts", jobs -> attempts.fields(jobs, state));
    if (fields.reading()) {
      compress = compresses;
      resume();
    }
  }

  /** Continues with restored reservations. */
  private void resume() {
    timetable.orderQueue(state, settings.order(), ordered);
    overdue = state.isOverdue();
    nextStart = timetable.nextStart(attempts, state.now());
    next = Math.min(attempts.nextDeadline(), settings.guarantee() ? nextGuarantee() : NEVER);
  }
}
