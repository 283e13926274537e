package io.gnomon.sim.engine;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.Resumption;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.PastRuntimes;
import io.gnomon.sim.predict.RuntimeModel;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Drives a cluster with a policy and arrivals through time.
 *
 * <p>At each instant at which something happens, first the jobs that end leave, then new ones
 * arrive, then the policy makes one pass. A simulation may begin with an empty cluster or with a
 * fork of a live one; what the state cannot know, how long its jobs will run, is given by {@link
 * #assume}. For a policy that asks how long jobs are expected to run it tells its state, by what is
 * {@link #known}, or else by what it learns from the jobs that end in it.
 *
 * <p>Not thread-safe. A step allocates nothing once the columns have grown to the number of active
 * jobs.
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
  private @Nullable RuntimeModel known;
  private @Nullable PastRuntimes learned;

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
    learnIfAsked();
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
    simulation.learnIfAsked();
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
    if (learned == null) {
      fork.known = known;
    } else {
      fork.learned = learned.copy();
      fork.known = fork.learned;
    }
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
   * Says what is known of how long jobs run: what policies that ask are told from now on, of the
   * active jobs and of those to come. It is told of nothing that happens here.
   */
  public void known(RuntimeModel model) {
    known = model;
    learned = null;
    if (policy.asksExpectedRuntimes()) {
      state.forEachActive(this::expectRuntime);
    }
  }

  /**
   * Learns from now on how long jobs run, whether or not the policy in force asks, so that another
   * one can. Without it, and without {@link #known}, it begins when a policy asks.
   */
  public void learn() {
    if (known == null) {
      learned = new PastRuntimes();
      known = learned;
    }
  }

  /** What it has learned or been told of how long jobs run; an independent copy. */
  public RuntimeModel known() {
    return learned != null ? learned.copy() : known != null ? known : RuntimeModel.ESTIMATES;
  }

  private void learnIfAsked() {
    if (policy.asksExpectedRuntimes()) {
      learn();
    }
  }

  private void expectRuntime(int slot) {
    if (known != null && state.phase(slot) != JobPhase.RUNNING) {
      state.expectRuntime(
          slot, known.expected(state.user(slot), state.width(slot), state.estimate(slot)));
    }
  }

  private void learnFrom(int slot) {
    if (learned == null) {
      return;
    }
    int user = state.user(slot);
    learned.ended(
        user, state.width(slot), state.estimate(slot), Math.max(1, state.ranSeconds(slot)));
    if (policy.asksExpectedRuntimes()) {
      WaitingQueue waiting = state.waiting();
      for (int other = waiting.first(); other != ClusterState.NONE; other = waiting.next(other)) {
        if (state.user(other) == user) {
          expectRuntime(other);
        }
      }
    }
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
    if (policy.asksExpectedRuntimes()) {
      learn();
      state.forEachActive(this::expectRuntime);
    }
  }

  /** Makes a pass now, though nothing has happened. */
  public void pass() {
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
      learnFrom(slot);
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
    if (policy.asksExpectedRuntimes()) {
      expectRuntime(slot);
    }
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
