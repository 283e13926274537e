package io.gnomon.sim.engine;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.Resumption;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeModel;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * Drives a cluster with a policy and arrivals through time.
 *
 * <p>At each instant at which something happens, first the jobs that end leave, then new ones
 * arrive, then the policy makes one pass. A simulation may begin with an empty cluster or with a
 * fork of a live one; what the state cannot know, how long its jobs will run, is given by {@link
 * #assume}. Policies that ask how long jobs are expected to run {@link #goBy} what is known, or
 * else by what is learned from the jobs that end here.
 *
 * <p>Not thread-safe. A step allocates nothing once the columns have grown to the number of active
 * jobs, except where something is learned of a user, or an estimate, for the first times.
 */
public final class Simulation implements Dispatcher {
  /** A time that never comes. */
  public static final int NEVER = SchedulingPolicy.NEVER;

  private final ClusterState state;
  private SchedulingPolicy policy;
  private final Arrivals arrivals;
  private final SimulationListener listener;
  private final EndQueue ends;
  private final Arrival arrival = new Arrival();
  private int[] runtimes;
  private int[] actualEnds;
  private int nextArrival;
  private int lastTimer = -1;
  private int staleEnds;
  private ExpectedRuntimes expected = new ExpectedRuntimes();

  /**
   * A simulation of {@code state} from its present second on.
   *
   * @param state owned by this simulation from now on
   * @param policy which adopts the state here
   * @param arrivals jobs to come, not before the state's present second
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
    assumeEstimates();
  }

  /**
   * A simulation whose policy is at work on {@code state} already, such as the forks of a live
   * cluster and of the policy that follows it.
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
    simulation.assumeEstimates();
    return simulation;
  }

  private void assumeEstimates() {
    assume(
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
    nextArrival = arrivals.nextTime();
  }

  /** An independent continuation of this simulation, exactly as it stands. */
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
    fork.lastTimer = lastTimer;
    fork.staleEnds = staleEnds;
    fork.expected = expected.copy();
    return fork;
  }

  /**
   * Sets how long the active jobs run in all, in seconds on the width that they asked for. Without
   * it they run for their estimates, and those that have run longer end at the next second.
   *
   * @param runtimeOfSlot total runtime by slot, of a running job more than it has already run
   */
  public void assume(IntUnaryOperator runtimeOfSlot) {
    ends.clear();
    staleEnds = 0;
    state.forEachActive(
        slot -> {
          runtimes[slot] = runtimeOfSlot.applyAsInt(slot);
          if (state.phase(slot) == JobPhase.RUNNING) {
            int remaining = Math.max(1, runtimeOnHeld(slot) - elapsed(slot));
            expectEnd(slot, state.now() + remaining);
          }
        });
  }

  /**
   * Says by what policies that ask go from now on, of the jobs that are there and of those to come.
   * Nothing is learned from what happens here then.
   *
   * @param model what is known of how long jobs run; only read
   */
  public void goBy(RuntimeModel model) {
    expected.goBy(model, false);
  }

  /** The same where {@link #tell} has told this state, or the one that it was forked from. */
  public void goOnBy(RuntimeModel model) {
    expected.goBy(model, true);
  }

  /** Tells a state how long the jobs are expected to run that are there and do not run. */
  public static void tell(ClusterState state, RuntimeModel model) {
    ExpectedRuntimes.tell(state, model);
  }

  /**
   * Learns from now on how long jobs run, whether or not the policy in force asks, so that another
   * one can. Without it, and without {@link #goBy}, it begins when a policy asks.
   */
  public void learn() {
    expected.learn();
  }

  /** What policies that ask go by now; of what is learned here an independent copy. */
  public RuntimeModel known() {
    return expected.model();
  }

  /** How long the job in {@code slot} runs in all; known to the simulation, not to the policy. */
  public int runtime(int slot) {
    return runtimes[slot];
  }

  /** When the running job in {@code slot} ends if nothing intervenes. */
  public int actualEnd(int slot) {
    return actualEnds[slot];
  }

  @Override
  public ClusterState state() {
    return state;
  }

  /** The jobs to come; {@link Arrivals#fork()} them to read. */
  public Arrivals arrivals() {
    return arrivals;
  }

  /** The policy in force. */
  public SchedulingPolicy policy() {
    return policy;
  }

  /** Puts another policy in force; it takes over the state as it is and makes a pass at once. */
  public void reconfigure(SchedulingPolicy next) {
    install(next);
    pass();
  }

  /** Puts another policy in force; it takes over the state as it is and waits for a pass. */
  public void install(SchedulingPolicy next) {
    next.succeed(policy, state);
    policy = next;
  }

  /** Makes a pass now, though nothing has happened. */
  public void pass() {
    if (policy.asksExpectedRuntimes()) {
      expected.ask(state);
    }
    if (!hasJobsToResume() || Resumption.resume(this, policy)) {
      policy.pass(this);
    }
  }

  private boolean hasJobsToResume() {
    return state.suspendedCount() > 0 && !policy.preempts() && Resumption.isDue(state);
  }

  /** When something happens next, or {@link #NEVER}. */
  public int nextEventTime() {
    int timer = hasJobsToResume() ? NEVER : policy.nextTimer();
    if (timer != NEVER) {
      // a timer that has just been served, or is overdue, can be due again one second later
      timer = Math.max(timer, state.now() + (lastTimer == state.now() ? 1 : 0));
    }
    return Math.min(Math.min(nextEnd(), nextArrival), timer);
  }

  /** Runs until nothing happens any more: no arrival, no end and no timer is left. */
  public void run() {
    runUntil(NEVER);
  }

  /** Runs everything that happens before {@code horizon}; the clock stays at the last event. */
  public void runUntil(int horizon) {
    int next = nextEventTime();
    while (next < horizon) {
      stepTo(next);
      next = nextEventTime();
    }
  }

  /** Makes one step: all that happens at the next instant. Returns false where nothing is left. */
  public boolean step() {
    int next = nextEventTime();
    if (next == NEVER) {
      return false;
    }
    stepTo(next);
    return true;
  }

  private void stepTo(int time) {
    state.advanceTo(time);
    while (nextEnd() == time) {
      int slot = ends.nextSlot();
      ends.removeNext();
      policy.ended(slot, true);
      listener.finished(state, slot);
      expected.ended(state, slot, policy.asksExpectedRuntimes());
      state.finish(slot);
    }
    while (nextArrival <= time) {
      submitNext();
    }
    lastTimer = time;
    pass();
  }

  private void submitNext() {
    arrivals.take(arrival);
    int slot = state.submit(arrival.job, nextArrival, arrival.width, arrival.estimate);
    nextArrival = arrivals.nextTime();
    state.describe(slot, arrival.user, arrival.application, arrival.priority);
    state.offer(slot, arrival.narrowest, arrival.widest);
    if (slot >= runtimes.length) {
      runtimes = Arrays.copyOf(runtimes, 2 * slot);
      actualEnds = Arrays.copyOf(actualEnds, 2 * slot);
    }
    runtimes[slot] = arrival.runtime;
    expected.submitted(state, slot, policy.asksExpectedRuntimes());
    policy.submitted(slot);
    listener.submitted(state, slot);
  }

  /** The next true end; entries of jobs that were suspended or killed meanwhile are dropped. */
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
  public void start(int slot, int processors, int expectedSeconds) {
    state.start(slot, processors, expectedSeconds);
    begun(slot);
  }

  @Override
  public void startAfter(int slot, int seconds) {
    state.start(slot);
    state.delay(slot, seconds);
    begun(slot);
  }

  private void begun(int slot) {
    expectRemaining(slot);
    policy.started(slot);
    listener.started(state, slot);
  }

  @Override
  public void suspend(int slot) {
    state.suspend(slot);
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

  /** A molded job runs as the policy that molded it says that jobs scale. */
  private int runtimeOnHeld(int slot) {
    int width = state.width(slot);
    int held = state.heldProcessors(slot);
    return held == width ? runtimes[slot] : policy.speedUp().seconds(runtimes[slot], width, held);
  }

  private void expectEnd(int slot, int time) {
    actualEnds[slot] = time;
    ends.add(time, slot);
  }
}
