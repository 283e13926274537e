package io.gnomon.sim.engine;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.eligibility.Conditions;
import io.gnomon.sim.eligibility.JobConditions;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.machine.Placement;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.Resumption;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Drives a cluster through time with a policy and arrivals.
 *
 * <p>At each instant with an event, ending jobs leave first, then new jobs arrive, then the policy
 * makes one pass. A simulation starts from an empty cluster or from a fork of a live one. The state
 * does not contain actual runtimes of active jobs; set them with {@link #assumeRuntimes}. Policies
 * that use expected runtimes read the model given to {@link #useModel}, or else one that is learned
 * from the jobs that complete here.
 *
 * <p>Not thread-safe. Once the columns have grown to the number of active jobs, a step allocates
 * only when it learns about a user or an estimate for the first time.
 */
public final class Simulation implements Dispatcher {
  /** Placeholder for a time that never comes. */
  public static final int NEVER = SchedulingPolicy.NEVER;

  // how often slurmctld compares running jobs with their limits
  static final int LIMIT_CHECK_SECONDS = 30;

  private final ClusterState state;
  private SchedulingPolicy policy;
  private final Arrivals arrivals;
  private final SimulationListener listener;
  private final EndQueue ends;
  private final Arrival arrival = new Arrival();
  private int[] runtimes;
  private int[] actualEnds;
  private BitSet failing = new BitSet(); // slots of jobs that end without success
  private int nextArrival;
  private int lastTimer = -1;
  private int staleEnds;
  private ExpectedRuntimes expected = new ExpectedRuntimes();
  private GraceTimes graceTimes = new GraceTimes();
  private final @Nullable ReservedJobs reserved; // null without reservations for jobs

  /**
   * A simulation of {@code state} from its current second on.
   *
   * @param state owned by this simulation from now on
   * @param policy adopts the state here
   * @param arrivals future jobs, none submitted before the state's current second
   */
  public Simulation(
      ClusterState state, SchedulingPolicy policy, Arrivals arrivals, SimulationListener listener) {
    this(
        state,
        policy,
        arrivals,
        listener,
        new EndQueue(),
        new int[Math.max(64, state.slotLimit())],
        new int[Math.max(64, state.slotLimit())]);
    policy.adopt(state);
    begin();
  }

  /**
   * A simulation whose policy has already adopted {@code state}, such as forks of a live cluster
   * and of its policy.
   */
  public static Simulation continuing(
      ClusterState state, SchedulingPolicy policy, Arrivals arrivals, SimulationListener listener) {
    Simulation simulation =
        new Simulation(
            state,
            policy,
            arrivals,
            listener,
            new EndQueue(),
            new int[Math.max(64, state.slotLimit())],
            new int[Math.max(64, state.slotLimit())]);
    simulation.begin();
    return simulation;
  }

  private void begin() {
    arrivals.begin(state);
    if (state.hasConditions()) {
      state.conditions().adoptHeld(state.now());
    }
    nextArrival = arrivals.nextTime();
    if (reserved != null) {
      reserved.heldWithoutReason().forEach(slot -> state.hold(slot, WaitingReason.RESERVATION));
      keepToReservations(reserved);
    }
    releaseLimited();
    assumeEstimates();
  }

  /**
   * Releases held jobs that a limit holds back: a scheduler reports them as held, and the limit
   * holds them back here too.
   */
  private void releaseLimited() {
    if (!state.hasLimits()) {
      return;
    }
    List<Integer> limited = new ArrayList<>();
    state.forEach(
        JobPhase.HELD,
        slot -> {
          if (state.waitingReason(slot) == null && state.limiting().reason(state, slot) != null) {
            limited.add(slot);
          }
        });
    for (int slot : limited) {
      state.release(slot);
      policy.submitted(slot);
      listener.released(state, slot);
    }
  }

  private void assumeEstimates() {
    assumeRuntimes(
        slot ->
            state.phase(slot) == JobPhase.RUNNING
                ? Math.max(state.estimate(slot), elapsed(slot) + 1)
                : state.estimate(slot));
  }

  private Simulation(
      ClusterState state,
      SchedulingPolicy policy,
      Arrivals arrivals,
      SimulationListener listener,
      EndQueue ends,
      int[] runtimes,
      int[] actualEnds) {
    this.state = state;
    this.policy = policy;
    this.arrivals = arrivals;
    this.listener = listener;
    this.ends = ends;
    this.runtimes = runtimes;
    this.actualEnds = actualEnds;
    reserved = ReservedJobs.of(state);
  }

  /** An independent continuation of this simulation in its current state. */
  public Simulation fork(SimulationListener forkListener) {
    ClusterState forked = state.fork();
    Simulation fork =
        new Simulation(
            forked,
            policy.fork(forked),
            arrivals.fork(),
            forkListener,
            ends.copy(),
            runtimes.clone(),
            actualEnds.clone());
    fork.nextArrival = nextArrival;
    fork.failing = (BitSet) failing.clone();
    fork.lastTimer = lastTimer;
    fork.staleEnds = staleEnds;
    fork.expected = expected.copy();
    fork.graceTimes = graceTimes.copy();
    return fork;
  }

  /**
   * Sets the total runtimes of the active jobs, in seconds on their requested width. Without it,
   * each job runs for its estimate; a job already past its estimate ends at the next second.
   *
   * @param runtimeOfSlot total runtime by slot; for a running job, longer than it has already run
   */
  public void assumeRuntimes(IntUnaryOperator runtimeOfSlot) {
    assumeRuntimes(runtimeOfSlot, 1);
  }

  /**
   * Like {@link #assumeRuntimes}, for a simulation that continues another one: a running job may
   * also end at the present second, and the policy's timer has fired in it.
   */
  public void continueRuntimes(IntUnaryOperator runtimeOfSlot) {
    assumeRuntimes(runtimeOfSlot, 0);
    lastTimer = state.now();
  }

  private void assumeRuntimes(IntUnaryOperator runtimeOfSlot, int leastRemaining) {
    ends.clear();
    staleEnds = 0;
    state.forEachActive(
        slot -> {
          runtimes[slot] = runtimeOfSlot.applyAsInt(slot);
          if (state.phase(slot) == JobPhase.RUNNING) {
            int remaining = Math.max(leastRemaining, runtimeOnHeld(slot) - elapsed(slot));
            expectEnd(slot, withGraceTime(slot, state.now() + remaining));
          }
        });
  }

  /**
   * Sets the model of expected runtimes for active and future jobs. Learning from completed jobs
   * stops.
   *
   * @param model only read
   */
  public void useModel(RuntimeModel model) {
    expected.useModel(model, false);
  }

  /**
   * Like {@link #useModel}, for a state in which {@link #setExpectedRuntimes} has already set the
   * model's values, or a fork of such a state.
   */
  public void continueWithModel(RuntimeModel model) {
    expected.useModel(model, true);
  }

  /** Sets the expected runtimes of all active jobs that are not running. */
  public static void setExpectedRuntimes(ClusterState state, RuntimeModel model) {
    ExpectedRuntimes.set(state, model);
  }

  /**
   * Starts learning runtimes from completed jobs, even if the current policy does not use them, so
   * that a later policy can. Without this call, and without {@link #useModel}, learning starts with
   * the first policy that uses expected runtimes.
   */
  public void learnRuntimes() {
    expected.startLearning();
  }

  /** The model of expected runtimes in use; a copy if it is learned here. */
  public RuntimeModel runtimeModel() {
    return expected.model();
  }

  /** The total runtime of the job in {@code slot}, in seconds; hidden from the policy. */
  public int runtime(int slot) {
    return runtimes[slot];
  }

  @Override
  public ClusterState state() {
    return state;
  }

  /** The future jobs; read them from a {@link Arrivals#fork() fork}. */
  public Arrivals arrivals() {
    return arrivals;
  }

  /** The policy in force. */
  public SchedulingPolicy policy() {
    return policy;
  }

  /** Replaces the policy. The new policy takes over the state and makes a pass at once. */
  public void reconfigure(SchedulingPolicy next) {
    install(next);
    pass();
  }

  /** Replaces the policy. The new policy takes over the state and makes no pass yet. */
  public void install(SchedulingPolicy next) {
    next.succeed(policy, state);
    policy = next;
  }

  /** Makes a pass now, without an event. */
  public void pass() {
    if (policy.usesExpectedRuntimes()) {
      expected.refresh(state);
    }
    if (!hasJobsToResume() || Resumption.resume(this, policy)) {
      policy.pass(this);
    }
  }

  private boolean hasJobsToResume() {
    return state.suspendedCount() > 0 && !policy.preempts() && Resumption.isDue(state);
  }

  /** The time of the next event, or {@link #NEVER}. */
  public int nextEventTime() {
    int next = nextOfOthers();
    return mayLimitsEndJobs()
        ? (int) Math.min(next, (state.now() / LIMIT_CHECK_SECONDS + 1L) * LIMIT_CHECK_SECONDS)
        : next;
  }

  private boolean mayLimitsEndJobs() {
    return state.hasLimits() && state.limiting().mayEndJobs();
  }

  /** The time of the next event that is not a check of limits. */
  private int nextOfOthers() {
    int timer = hasJobsToResume() ? NEVER : policy.nextTimer();
    if (timer != NEVER) {
      // a timer that just fired, or is overdue, can fire again one second later at the earliest
      timer = Math.max(timer, state.now() + (lastTimer == state.now() ? 1 : 0));
    }
    int next = Math.min(Math.min(nextEnd(), nextArrival), timer);
    if (reserved != null) {
      next = Math.min(next, reserved.nextTime(state.now()));
    }
    return state.hasConditions() ? Math.min(next, nextRelease()) : next;
  }

  /** The next time at which conditions of held jobs may be met; not in the past. */
  private int nextRelease() {
    return Math.max(state.conditions().nextTime(), state.now());
  }

  /** Runs until no arrival, end or timer is left. */
  public void run() {
    runUntil(NEVER);
  }

  /** Processes all events before {@code horizon}; the clock stays at the last event. */
  public void runUntil(int horizon) {
    int next = nextEventTime();
    while (next < horizon) {
      stepTo(next);
      next = nextEventTime();
    }
  }

  /**
   * Processes all events of the next instant.
   *
   * @return false if no event is left
   */
  public boolean step() {
    int next = nextEventTime();
    if (next == NEVER) {
      return false;
    }
    stepTo(next);
    return true;
  }

  private void stepTo(int time) {
    boolean onlyChecksLimits = mayLimitsEndJobs() && nextOfOthers() > time;
    state.advanceTo(time);
    boolean overran = time % LIMIT_CHECK_SECONDS == 0 && endOverrun();
    if (onlyChecksLimits && !overran) {
      return;
    }
    while (nextEnd() == time) {
      int slot = ends.nextSlot();
      GraceTimes.Ending ending = graceTimes.of(slot);
      if (ending != null) {
        end(slot, ending);
      } else {
        ends.removeNext();
        finish(slot, !failing.get(slot));
      }
    }
    if (reserved != null) {
      endAll(reserved.overrunning());
      if (reserved.isChange(time)) {
        keepToReservations(reserved);
      }
    }
    while (nextArrival <= time) {
      submitNext();
    }
    lastTimer = time;
    releaseEligible();
    pass();
    while (releaseEligible()) { // those that wait for the start of others
      pass();
    }
  }

  private void finish(int slot, boolean success) {
    graceTimes.remove(slot);
    policy.ended(slot, true);
    listener.finished(state, slot);
    expected.ended(state, slot, policy.usesExpectedRuntimes());
    state.finish(slot, success);
  }

  /**
   * Ends the running jobs of which a limit on minutes has been used up, as at their time limit;
   * returns whether there are any.
   */
  private boolean endOverrun() {
    if (!mayLimitsEndJobs()) {
      return false;
    }
    RunningSet running = state.running();
    int[] overrun =
        IntStream.range(0, running.size())
            .map(running::slot)
            .filter(slot -> state.limiting().overrun(slot) != null)
            .toArray();
    endAll(overrun);
    return overrun.length > 0;
  }

  private void endAll(int[] slots) {
    for (int slot : slots) {
      if (actualEnds[slot] > state.now()) {
        staleEnds++;
        finish(slot, false);
      }
    }
  }

  /** Holds the waiting jobs whose reservation has ended, and releases those of one that begins. */
  private void keepToReservations(ReservedJobs jobs) {
    for (int slot : jobs.outOfTime()) {
      hold(slot, WaitingReason.RESERVATION);
    }
    jobs.inTime().forEach(this::release);
  }

  /** Releases the held jobs whose conditions are met; returns whether there are any. */
  private boolean releaseEligible() {
    if (!state.hasConditions()) {
      return false;
    }
    boolean any = false;
    Conditions conditions = state.conditions();
    int slot = conditions.nextEligible(state.now());
    while (slot != Conditions.NONE) {
      state.release(slot);
      if (reserved != null && reserved.isOutOfTime(slot)) {
        state.hold(slot, WaitingReason.RESERVATION);
      } else {
        policy.submitted(slot);
        listener.released(state, slot);
        any = true;
      }
      slot = conditions.nextEligible(state.now());
    }
    return any;
  }

  private void holdBack(int slot) {
    if (reserved != null && reserved.isOutOfTime(slot)) {
      state.hold(slot, WaitingReason.RESERVATION);
    } else if (state.hasConditions() && state.conditions().isHeldBack(slot, state.now())) {
      state.hold(slot);
      state.conditions().holdBack(slot, state.now());
    }
  }

  /** Holds a job that has not started, as its user or an administrator does. */
  public void hold(int slot, WaitingReason reason) {
    boolean waits = state.phase(slot) == JobPhase.WAITING;
    state.hold(slot, reason);
    if (waits) {
      policy.changed(slot);
    }
  }

  /** Releases a job that is held by {@link #hold}; its conditions can still hold it back. */
  public void release(int slot) {
    state.release(slot);
    holdBack(slot);
    if (state.phase(slot) == JobPhase.WAITING) {
      policy.submitted(slot);
      listener.released(state, slot);
    }
  }

  /** Removes a job that has not started, as its user does, or ends a running one. */
  @Override
  public void cancel(int slot) {
    JobPhase phase = state.phase(slot);
    if (phase == JobPhase.RUNNING) {
      policy.ended(slot, false);
      listener.cancelled(state, slot);
      graceTimes.remove(slot);
      staleEnds++;
    }
    state.cancel(slot);
    if (phase != JobPhase.HELD) {
      policy.changed(slot);
    }
  }

  @Override
  public void requeue(int slot, int seconds) {
    kill(slot);
    JobConditions own = state.conditions().of(slot);
    JobConditions on = own == null ? JobConditions.FREE : own;
    state.impose(slot, on.withBegin(state.now() + seconds));
    holdBack(slot);
    policy.changed(slot);
  }

  @Override
  public void cancelAfter(int slot, int graceSeconds) {
    end(slot, new GraceTimes.Ending(state.now() + graceSeconds, false, 0));
  }

  @Override
  public void requeueAfter(int slot, int graceSeconds, int seconds) {
    end(slot, new GraceTimes.Ending(state.now() + graceSeconds, true, seconds));
  }

  /** Ends a job now, or notes that it ends later unless it does so on its own before. */
  private void end(int slot, GraceTimes.Ending ending) {
    if (ending.at() > state.now()) {
      if (graceTimes.of(slot) == null) {
        state.endBy(slot, ending.at());
        if (actualEnds[slot] > ending.at()) {
          graceTimes.add(slot, ending);
          staleEnds++;
          expectEnd(slot, ending.at());
        }
      }
    } else if (ending.requeues()) {
      requeue(slot, ending.delay());
    } else {
      cancel(slot);
    }
  }

  /** The end of a job that would end at {@code time} on its own. */
  private int withGraceTime(int slot, int time) {
    GraceTimes.Ending ending = graceTimes.of(slot);
    if (ending != null && ending.at() < time) {
      return Math.max(state.now(), ending.at());
    }
    graceTimes.remove(slot);
    return time;
  }

  private void submitNext() {
    arrivals.take(arrival);
    int slot =
        arrival.shape == ClusterState.NONE
            ? state.submit(arrival.job, nextArrival, arrival.width, arrival.estimate)
            : state.submitShape(arrival.job, nextArrival, arrival.shape, arrival.estimate);
    nextArrival = arrivals.nextTime();
    state.describe(slot, arrival.user, arrival.application, arrival.priority);
    state.offer(slot, arrival.narrowest, arrival.widest);
    if (state.hasAccounting()) {
      state.claim(slot, arrival.claim);
    }
    WaitingReason refusal = refusal(slot);
    if (refusal != null) {
      listener.refused(state, slot, refusal);
      state.cancel(slot);
      return;
    }
    if (slot >= runtimes.length) {
      runtimes = Arrays.copyOf(runtimes, 2 * slot);
      actualEnds = Arrays.copyOf(actualEnds, 2 * slot);
    }
    runtimes[slot] = arrival.runtime;
    failing.set(slot, arrival.fails);
    expected.submitted(state, slot, policy.usesExpectedRuntimes());
    if (arrival.conditions != null) {
      state.impose(slot, arrival.conditions);
    }
    if (arrival.held) {
      state.hold(slot, WaitingReason.HELD_BY_USER);
    } else {
      holdBack(slot);
    }
    if (state.phase(slot) == JobPhase.WAITING) {
      policy.submitted(slot);
    }
    listener.submitted(state, slot);
  }

  private @Nullable WaitingReason refusal(int slot) {
    WaitingReason refusal = state.hasNodes() ? ReservedJobs.refusal(state, slot) : null;
    return refusal == null && state.hasLimits() ? state.limiting().refusal(state, slot) : refusal;
  }

  /** The next actual end. Drops entries of jobs that were suspended or killed in the meantime. */
  private int nextEnd() {
    while (staleEnds > 0 && ends.nextTime() != NEVER && !isTrue(ends.nextSlot())) {
      ends.removeNext();
      staleEnds--;
    }
    return ends.nextTime();
  }

  private boolean isTrue(int slot) {
    return state.occupied(slot)
        && state.phase(slot) == JobPhase.RUNNING
        && actualEnds[slot] == ends.nextTime();
  }

  @Override
  public void start(int slot) {
    state.start(slot);
    expectEnd(slot, state.now() + Math.max(1, runtimes[slot] - state.servedSeconds(slot)));
    policy.started(slot);
    listener.started(state, slot);
  }

  @Override
  public void start(int slot, Placement placement) {
    state.start(slot, placement);
    expectEnd(slot, state.now() + Math.max(1, runtimes[slot] - state.servedSeconds(slot)));
    policy.started(slot);
    listener.started(state, slot);
  }

  @Override
  public void start(int slot, int processors, int expectedSeconds) {
    state.start(slot, processors, expectedSeconds);
    startedOrResumed(slot);
  }

  @Override
  public void startAfter(int slot, int seconds) {
    state.start(slot);
    state.delay(slot, seconds);
    startedOrResumed(slot);
  }

  private void startedOrResumed(int slot) {
    expectRemaining(slot);
    policy.started(slot);
    listener.started(state, slot);
  }

  @Override
  public void suspend(int slot) {
    state.suspend(slot);
    graceTimes.remove(slot);
    staleEnds++;
    policy.changed(slot);
    listener.suspended(state, slot);
  }

  @Override
  public void resume(int slot) {
    resumeAfter(slot, 0);
  }

  @Override
  public void resumeAfter(int slot, int seconds) {
    state.resume(slot);
    state.delay(slot, seconds);
    expectRemaining(slot);
    policy.started(slot);
    listener.resumed(state, slot);
  }

  @Override
  public void kill(int slot) {
    policy.ended(slot, false);
    listener.killed(state, slot);
    state.requeue(slot);
    graceTimes.remove(slot);
    staleEnds++;
    policy.changed(slot);
  }

  private void expectRemaining(int slot) {
    int remaining = Math.max(1, runtimeOnHeld(slot) - state.servedSeconds(slot));
    expectEnd(slot, state.startTime(slot) + remaining);
  }

  private int elapsed(int slot) {
    return state.ranSeconds(slot);
  }

  /**
   * The runtime on the processors that the job holds; a molded job scales as its policy's speed-up
   * says.
   */
  private int runtimeOnHeld(int slot) {
    int width = state.width(slot);
    int held = state.heldProcessors(slot);
    return held == width || state.hasNodes()
        ? runtimes[slot]
        : policy.speedUp().seconds(runtimes[slot], width, held);
  }

  private void expectEnd(int slot, int time) {
    actualEnds[slot] = time;
    ends.add(time, slot);
  }
}
