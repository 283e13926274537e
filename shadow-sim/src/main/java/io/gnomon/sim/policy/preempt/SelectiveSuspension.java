package io.gnomon.sim.policy.preempt;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.ProcessorMap;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Selective suspension (Kettimuthu et al. 2005, section 4.3), tuned or not (section 4.5).
 *
 * <p>Idle jobs, waiting or suspended, start on free processors in the order of falling xfactor,
 * without reservations. Each minute an idle job may also suspend running jobs whose xfactor is at
 * most its own divided by the suspension factor: a waiting job victims at most twice as wide as
 * itself, a suspended one whoever holds its processors. Tuned, a running job is safe once its
 * xfactor exceeds 1.5 times the mean slowdown of its category.
 *
 * <p>Free processors of a suspended job are held for it against idle jobs of lower xfactor. The
 * text does not say so, but without it wide jobs that were suspended hardly ever find all their
 * processors free again, which is not the text's picture.
 *
 * <p>Between events xfactors of running jobs stand still and those of idle jobs grow by a known
 * law, so that the first minute at which a suspension is possible is computed and the minutes
 * before it are skipped, unless processors are held. A pass costs O(idle x running) at worst.
 */
final class SelectiveSuspension implements SchedulingPolicy {
  private static final int MINUTE = 60;
  private static final double LIMIT = 1.5;

  private final PolicySpec spec;
  private final SelectiveSuspensionFamily.Settings settings;
  private final CategorySlowdowns slowdowns;
  private ClusterState state;
  private PlacedJobs placed;
  private int due = NEVER;

  // of one pass
  private final RankedJobs running = new RankedJobs();
  private final RankedJobs idle = new RankedJobs();
  private final RankedJobs victims = new RankedJobs();
  private int[] found = new int[0];
  private int searches;

  SelectiveSuspension(PolicySpec spec, SelectiveSuspensionFamily.Settings settings) {
    this(spec, settings, new CategorySlowdowns(), new ClusterState(1), null, NEVER);
  }

  private SelectiveSuspension(
      PolicySpec spec,
      SelectiveSuspensionFamily.Settings settings,
      CategorySlowdowns slowdowns,
      ClusterState state,
      @Nullable PlacedJobs placed,
      int due) {
    this.spec = spec;
    this.settings = settings;
    this.slowdowns = slowdowns;
    this.state = state;
    this.placed = placed == null ? settings.place(state) : placed;
    this.due = due;
  }

  @Override
  public PolicySpec spec() {
    return spec;
  }

  @Override
  public boolean preempts() {
    return true;
  }

  @Override
  public void adopt(ClusterState adopted) {
    state = adopted;
    placed = settings.place(adopted);
    due = nextMinute(state.now());
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    return new SelectiveSuspension(
        spec, settings, slowdowns.copy(), forked, placed.fork(forked), due);
  }

  @Override
  public void submitted(int slot) {
    placed.arrived(slot);
  }

  @Override
  public void started(int slot) {
    placed.running(slot);
  }

  @Override
  public void changed(int slot) {
    placed.changed(slot);
  }

  @Override
  public void ended(int slot, boolean completed) {
    if (completed) {
      slowdowns.completed(state, slot);
    }
    placed.ended(slot);
  }

  @Override
  public int[] memory() {
    return slowdowns.memory();
  }

  @Override
  public void recall(int[] memory) {
    slowdowns.recall(memory);
  }

  @Override
  public int nextTimer() {
    return due;
  }

  /** Where each job stands. */
  ProcessorMap processors() {
    return placed.map();
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    placed.followCapacity();
    due = NEVER;
    if (state.waiting().isEmpty() && state.suspendedCount() == 0) {
      return;
    }
    boolean minute = state.now() % MINUTE == 0;
    rank();
    boolean acted = false;
    for (int i = 0; i < idle.size(); i++) {
      int slot = idle.slot(i);
      if (placed.fits(slot) || (minute && preempts(dispatcher, slot, -idle.rank(i)))) {
        placed.run(dispatcher, slot);
        acted = true;
      } else if (settings.hold()) {
        placed.keep(slot);
      }
    }
    placed.keepNone();
    if (acted) {
      rank();
    }
    due = nextDue();
  }

  private void rank() {
    running.fillRunning(state, this::xfactor);
    running.sort(state);
    idle.clear();
    for (int slot = state.waiting().first();
        slot != ClusterState.NONE;
        slot = state.waiting().next(slot)) {
      idle.add(slot, -xfactor(slot));
    }
    if (state.suspendedCount() > 0) {
      state.forEach(JobPhase.SUSPENDED, slot -> idle.add(slot, -xfactor(slot)));
    }
    idle.sort(state);
  }

  /** (wait + estimate) / estimate; the wait of a running job ended when it started. */
  private double xfactor(int slot) {
    int until = state.phase(slot) == JobPhase.RUNNING ? state.startTime(slot) : state.now();
    double estimate = state.estimate(slot);
    return (until - state.submitTime(slot) - state.servedSeconds(slot) + estimate) / estimate;
  }

  /** Suspends what an idle job needs, where it may; whether the job fits now. */
  private boolean preempts(Dispatcher dispatcher, int slot, double xfactor) {
    if (xfactor < findVictims(slot, xfactor, true)) {
      return false;
    }
    int needed = placed.needed(slot);
    boolean bound = placed.bound(slot);
    for (int i = 0; i < victims.size(); i++) {
      if (bound || placed.available() < needed) {
        placed.suspend(dispatcher, victims.slot(i));
      }
    }
    return true;
  }

  /**
   * Finds whom an idle job would suspend, widest first.
   *
   * @param xfactor of the idle job
   * @param now whether those who have just started are safe
   * @return the xfactor that it needs for it, where its own is not enough at least so much, so that
   *     a search ends at the first running job that it cannot suspend; infinite where none suffices
   */
  private double findVictims(int slot, double xfactor, boolean now) {
    victims.clear();
    if (xfactor < settings.factor()) { // no running job has an xfactor below 1
      return settings.factor();
    }
    double greatest = placed.bound(slot) ? holders(slot, xfactor, now) : lowest(slot, xfactor);
    victims.sort(state);
    return settings.factor() * greatest;
  }

  /** The running jobs of lowest xfactor that together leave room for a job. */
  private double lowest(int slot, double own) {
    int width = state.width(slot);
    int missing = placed.needed(slot) - placed.available();
    boolean anyWidth = state.phase(slot) == JobPhase.SUSPENDED;
    for (int k = 0; k < running.size(); k++) {
      int victim = running.slot(k);
      int held = state.heldProcessors(victim);
      if (state.phase(victim) == JobPhase.RUNNING
          && (anyWidth || held <= 2 * width)
          && preemptible(victim, running.rank(k))) {
        if (settings.factor() * running.rank(k) > own) {
          return running.rank(k);
        }
        // among equally wide ones the lowest xfactor first
        victims.add(victim, -held + 0.5 * (1 - 1 / running.rank(k)));
        missing -= held;
        if (missing <= 0) {
          return running.rank(k);
        }
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  /** The running jobs that stand on a suspended job's processors. */
  private double holders(int slot, double own, boolean now) {
    ProcessorMap map = placed.map();
    if (!map.reachable(slot) || state.freeProcessors() < 0) {
      return Double.POSITIVE_INFINITY;
    }
    if (found.length < state.slotLimit()) {
      found = new int[2 * state.slotLimit()];
      searches = 0;
    }
    searches++;
    double greatest = 0;
    int missing = placed.needed(slot) - state.freeProcessors();
    for (int p = map.nextTaken(slot, 0); p != ClusterState.NONE; p = map.nextTaken(slot, p + 1)) {
      int holder = map.owner(p);
      if (holder == ClusterState.NONE || found[holder] == searches) {
        continue;
      }
      found[holder] = searches;
      double xfactor = xfactor(holder);
      if ((now && state.startTime(holder) >= state.now()) || !preemptible(holder, xfactor)) {
        return Double.POSITIVE_INFINITY;
      }
      greatest = Math.max(greatest, xfactor);
      if (settings.factor() * greatest > own) {
        return greatest;
      }
      victims.add(holder, -state.heldProcessors(holder));
      missing -= state.heldProcessors(holder);
    }
    // more than the machine has can be held after a loss, beyond the processors that it has
    return missing <= 0 ? greatest : Double.POSITIVE_INFINITY;
  }

  private boolean preemptible(int victim, double xfactor) {
    return !settings.tuned() || xfactor <= LIMIT * slowdowns.meanOf(state, victim);
  }

  /** The first minute after now at which an idle job can run without an event before it. */
  private int nextDue() {
    if (settings.hold() && state.suspendedCount() > 0) {
      return nextMinute(state.now()); // what is held depends on an order that changes with time
    }
    double first = NEVER;
    for (int i = 0; i < idle.size(); i++) {
      int slot = idle.slot(i);
      if (placed.fits(slot)) {
        return nextMinute(state.now());
      }
      double threshold = findVictims(slot, -idle.rank(i), false);
      double time =
          state.submitTime(slot)
              + state.servedSeconds(slot)
              + state.estimate(slot) * (threshold - 1);
      first = Math.min(first, time);
    }
    if (first >= ClusterState.LAST) {
      return NEVER;
    }
    // a second early, so that no rounding makes it a minute late; a vain pass changes nothing
    return nextMinute((int) Math.max(state.now(), Math.floor(first) - 2));
  }

  private static int nextMinute(int time) {
    return (time / MINUTE + 1) * MINUTE;
  }
}
