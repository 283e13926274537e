package io.gnomon.sim.engine;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.eligibility.WaitingReason;
import io.gnomon.sim.policy.Resumption;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import java.util.function.IntUnaryOperator;
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
public final class Simulation extends JobControl {
  /** Placeholder for a time that never comes. */
  public static final int NEVER = SchedulingPolicy.NEVER;

  private final Arrivals arrivals;
  private final LimitChecks limitChecks;
  private final TimeSource[] rareEvents; // besides ends, arrivals and the policy's timer
  private final Arrival arrival = new Arrival();
  private int nextArrival;
  private int lastTimer = -1;

  /**
   * A simulation of {@code state} from its current second on.
   *
   * @param state owned by this simulation from now on
   * @param policy adopts the state here
   * @param arrivals future jobs, none submitted before the state's current second
   */
  public Simulation(
      ClusterState state, SchedulingPolicy policy, Arrivals arrivals, SimulationListener listener) {
    this(state, policy, arrivals, listener, new JobEnds(state));
    policy.adopt(state);
    begin();
  }

  /**
   * A simulation whose policy has already adopted {@code state}, such as forks of a live cluster
   * and of its policy.
   */
  public static Simulation continuing(
      ClusterState state, SchedulingPolicy policy, Arrivals arrivals, SimulationListener listener) {
    Simulation simulation = new Simulation(state, policy, arrivals, listener, new JobEnds(state));
    simulation.begin();
    return simulation;
  }

  private void begin() {
    arrivals.begin(state);
    eligible.adopt();
    nextArrival = arrivals.nextTime();
    eligible.begin();
    assumeRuntimes(
        slot ->
            state.phase(slot) == JobPhase.RUNNING
                ? Math.max(state.estimate(slot), state.ranSeconds(slot) + 1)
                : state.estimate(slot));
  }

  private Simulation(
      ClusterState state,
      SchedulingPolicy policy,
      Arrivals arrivals,
      SimulationListener listener,
      JobEnds ends) {
    super(state, policy, listener, ends);
    this.arrivals = arrivals;
    limitChecks = new LimitChecks(state);
    rareEvents = eligible.timeSources();
  }

  /** An independent continuation of this simulation in its current state. */
  public Simulation fork(SimulationListener forkListener) {
    ClusterState forked = state.fork();
    Simulation fork =
        new Simulation(
            forked, policy.fork(forked), arrivals.fork(), forkListener, ends.copy(forked));
    fork.nextArrival = nextArrival;
    fork.lastTimer = lastTimer;
    fork.expected = expected.copy();
    return fork;
  }

  /**
   * Sets the total runtimes of the active jobs, in seconds on their requested width. Without it,
   * each job runs for its estimate; a job already past its estimate ends at the next second.
   *
   * @param runtimeOfSlot total runtime by slot; for a running job, longer than it has already run
   */
  public void assumeRuntimes(IntUnaryOperator runtimeOfSlot) {
    ends.assumeRuntimes(runtimeOfSlot, 1, policy);
  }

  /**
   * Like {@link #assumeRuntimes}, for a simulation that continues another one: a running job may
   * also end at the present second, and the policy's timer has fired in it.
   */
  public void continueRuntimes(IntUnaryOperator runtimeOfSlot) {
    ends.assumeRuntimes(runtimeOfSlot, 0, policy);
    lastTimer = state.now();
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
    return ends.runtime(slot);
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
    return Math.min(nextOfOthers(), limitChecks.nextTime(state.now()));
  }

  /** The time of the next event that is not a check of limits. */
  private int nextOfOthers() {
    int timer = hasJobsToResume() ? NEVER : policy.nextTimer();
    if (timer != NEVER) {
      // a timer that just fired, or is overdue, can fire again one second later at the earliest
      timer = Math.max(timer, state.now() + (lastTimer == state.now() ? 1 : 0));
    }
    int next = Math.min(Math.min(ends.nextTime(), nextArrival), timer);
    for (TimeSource source : rareEvents) {
      next = Math.min(next, source.nextTime(state.now()));
    }
    return next;
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
   * The same, with a checkpoint of {@code control} before each event.
   *
   * @throws java.util.concurrent.CancellationException if the control is cancelled
   */
  public void runUntil(int horizon, RunControl control) {
    int next = nextEventTime();
    while (next < horizon) {
      control.checkpoint();
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
    boolean onlyChecksLimits = limitChecks.mayEndJobs() && nextOfOthers() > time;
    state.advanceTo(time);
    boolean overran = endAll(limitChecks.overrun());
    if (onlyChecksLimits && !overran) {
      return;
    }
    while (ends.nextTime() == time) {
      int slot = ends.nextSlot();
      GraceTimes.Ending ending = ends.graceTime(slot);
      if (ending != null) {
        end(slot, ending);
      } else {
        ends.removeNext();
        finish(slot, !ends.fails(slot));
      }
    }
    endAll(eligible.overrunning());
    eligible.keepToReservations(time);
    while (nextArrival <= time) {
      submitNext();
    }
    lastTimer = time;
    eligible.release();
    pass();
    while (eligible.release()) { // those that wait for the start of others
      pass();
    }
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
      state.account(slot, arrival.account);
    }
    WaitingReason refusal = refusal(slot);
    if (refusal != null) {
      listener.refused(state, slot, refusal);
      state.cancel(slot);
      return;
    }
    ends.submitted(slot, arrival.runtime, arrival.fails);
    expected.submitted(state, slot, policy.usesExpectedRuntimes());
    if (arrival.conditions != null) {
      state.impose(slot, arrival.conditions);
    }
    if (arrival.held) {
      state.hold(slot, WaitingReason.HELD_BY_USER);
    } else {
      eligible.holdBack(slot);
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
}
