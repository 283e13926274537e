package io.gnomon.sim.policy.preempt;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.spec.Spec;

/**
 * Selective suspension (Kettimuthu et al. 2005, section 4.3), optionally tuned (section 4.5).
 *
 * <p>Idle jobs, waiting or suspended, start on free processors in descending order of xfactor,
 * without reservations. Once a minute an idle job may also suspend running jobs whose xfactor is at
 * most its own divided by the suspension factor. A waiting job may suspend jobs at most twice as
 * wide as itself; a suspended job may suspend the jobs on its processors.
 *
 * <p>With tuning, a running job is spared once its xfactor exceeds 1.5 times the mean slowdown of
 * its category. In the paper it is then never suspended, which loses the freedom from starvation of
 * section 4.2: a job as wide as the machine waits until no spared job runs, and a suspended one
 * until the job on its processors ends. Here, a spared job is still suspended for a suspended job
 * that returns, and for a waiting job whose xfactor is {@code override} times the limit; 0 gives
 * the paper's behaviour.
 *
 * <p>Free processors of a suspended job are held for it against waiting jobs of lower xfactor. The
 * paper does not say so, but without it wide suspended jobs hardly ever find all their processors
 * free, which contradicts the paper's results.
 *
 * <p>Between events, xfactors of running jobs are constant and those of idle jobs grow predictably.
 * The first minute at which a suspension is possible is therefore computed and the minutes before
 * it are skipped, unless held processors keep a fitting job from running. A pass costs O(idle x
 * running) in the worst case.
 */
final class SelectiveSuspension implements PlacingPolicy {
  private static final int MINUTE = 60;

  private final Spec spec;
  private final SelectiveSuspensionFamily.Settings settings;
  private CategorySlowdowns slowdowns;
  private ClusterState state;
  private PlacedJobs placed;
  private Victims victims;
  private int due = NEVER;
  private final RankedJobs idle = new RankedJobs(); // refilled in each pass

  SelectiveSuspension(Spec spec, SelectiveSuspensionFamily.Settings settings) {
    this(spec, settings, new CategorySlowdowns(), settings.place(new ClusterState(1)));
  }

  private SelectiveSuspension(
      Spec spec,
      SelectiveSuspensionFamily.Settings settings,
      CategorySlowdowns slowdowns,
      PlacedJobs placed) {
    this.spec = spec;
    this.settings = settings;
    this.slowdowns = slowdowns;
    this.placed = placed;
    this.state = placed.state();
    this.victims = new Victims(settings, placed, slowdowns, this::xfactor);
  }

  @Override
  public Spec spec() {
    return spec;
  }

  @Override
  public PlacedJobs placed() {
    return placed;
  }

  @Override
  public void adopt(ClusterState adopted) {
    begin(settings.place(adopted), slowdowns);
  }

  @Override
  public void succeed(SchedulingPolicy predecessor, ClusterState adopted) {
    PlacedJobs placedJobs =
        predecessor instanceof PlacingPolicy other
            ? other.placed().under(settings.sameProcessors(), settings.overhead())
            : settings.place(adopted);
    begin(
        placedJobs,
        predecessor instanceof SelectiveSuspension other ? other.slowdowns.copy() : slowdowns);
  }

  private void begin(PlacedJobs placedJobs, CategorySlowdowns means) {
    placed = placedJobs;
    state = placedJobs.state();
    slowdowns = means;
    victims = new Victims(settings, placedJobs, means, this::xfactor);
    due = nextMinute(state.now());
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    SelectiveSuspension fork =
        new SelectiveSuspension(spec, settings, slowdowns.copy(), placed.fork(forked));
    fork.due = due;
    return fork;
  }

  @Override
  public void ended(int slot, boolean completed) {
    if (completed) {
      slowdowns.completed(state, slot);
    }
    placed.ended(slot);
  }

  @Override
  public Snapshot snapshot() {
    return new Snapshot()
        .put("nextPass", due)
        .put("slowdowns", slowdowns.snapshot())
        .put("placement", placed.snapshot());
  }

  @Override
  public void restore(Snapshot snapshot) {
    begin(
        placed.restored(snapshot.getSection("placement")),
        CategorySlowdowns.restored(snapshot.getSection("slowdowns")));
    due = snapshot.getInt("nextPass");
  }

  @Override
  public int nextTimer() {
    return due;
  }

  /** The placement of the jobs. */
  ProcessorMap processors() {
    return placed.map();
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    placed.adaptToCapacity();
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
    victims.rank();
    idle.fillIdle(state, slot -> -xfactor(slot));
  }

  /** (wait + estimate) / estimate; the wait of a running job ended when it started. */
  private double xfactor(int slot) {
    int until = state.phase(slot) == JobPhase.RUNNING ? state.startTime(slot) : state.now();
    double estimate = state.estimate(slot);
    return (until - state.submitTime(slot) - state.servedSeconds(slot) + estimate) / estimate;
  }

  /**
   * Suspends the running jobs that an idle job needs to start, if allowed.
   *
   * @return whether the job fits now
   */
  private boolean preempts(Dispatcher dispatcher, int slot, double xfactor) {
    if (xfactor < victims.find(slot, xfactor, true)) {
      return false;
    }
    int needed = placed.needed(slot);
    boolean bound = placed.bound(slot);
    RankedJobs chosen = victims.chosen();
    for (int i = 0; i < chosen.size(); i++) {
      if (bound || placed.available() < needed) {
        placed.suspend(dispatcher, chosen.slot(i));
      }
    }
    return true;
  }

  /** The first minute after now at which an idle job can run without an earlier event. */
  private int nextDue() {
    double first = NEVER;
    for (int i = 0; i < idle.size(); i++) {
      int slot = idle.slot(i);
      if (placed.fits(slot)) {
        return nextMinute(
            state.now()); // processors are held from it in an order that changes with time
      }
      double threshold = victims.find(slot, -idle.rank(i), false);
      double time =
          state.submitTime(slot)
              + state.servedSeconds(slot)
              + state.estimate(slot) * (threshold - 1);
      first = Math.min(first, time);
    }
    if (first >= ClusterState.LAST) {
      return NEVER;
    }
    // a second early, so that rounding cannot delay it by a minute; an extra pass changes nothing
    return nextMinute((int) Math.max(state.now(), Math.floor(first) - 2));
  }

  private static int nextMinute(int time) {
    return (time / MINUTE + 1) * MINUTE;
  }
}
