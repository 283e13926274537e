package io.gnomon.sim.policy.slurm;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.slurm.pass.PassCost;
import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.spec.Spec;
import io.gnomon.slurm.parameter.SlurmParameter;

/**
 * Slurm, on a pool of processors or on nodes. The main scheduler runs after events, not more often
 * than batch_sched_delay allows, and goes through the whole queue every sched_interval. The
 * backfill scheduler runs while jobs wait, bf_interval after the end of its last pass. Passes take
 * as long as {@link PassCost} says. What a pass decides between two pauses takes effect at once;
 * after a pause it plans again for the jobs of its beginning, and tests more of them. A pass that
 * begins on an idle cluster decides without pausing.
 *
 * <p>Backfill passes that cannot start a job are skipped: the order of the queue is the same, no
 * event happened since the last pass, no running job has exceeded its estimate, the plan does not
 * change with time alone, and the pass is too short to pause. Later passes run at the same seconds
 * as without skipping.
 */
final class Slurm implements SchedulingPolicy {

  private final Spec spec;
  private final SlurmSettings settings;
  private final Schedulers schedulers;
  private ClusterState state = new ClusterState(1);

  private int capacity;
  private boolean requested; // an event requires a pass of the main scheduler
  private int lastMain;
  private int nextFull =
      NEVER; // next pass over the whole queue, if the last one did not reach its end
  private final BackfillClock clock;
  private int firstChange = NEVER; // first event since the last backfill pass
  private boolean leftWaiting; // jobs were left waiting by the last backfill pass
  private int validUntil =
      NEVER; // time at which the last backfill pass would have planned differently

  Slurm(Spec spec, SlurmSettings settings, Schedulers schedulers) {
    this.spec = spec;
    this.settings = settings;
    this.schedulers = schedulers;
    clock = new BackfillClock(settings.cost(), settings.of(SlurmParameter.BF_INTERVAL));
  }

  @Override
  public Spec spec() {
    return spec;
  }

  /** If jobs wait, both schedulers are due at once, as after a pause. */
  @Override
  public void adopt(ClusterState adopted) {
    state = adopted;
    schedulers.adopt(adopted);
    capacity = schedulers.capacity();
    requested = !adopted.waiting().isEmpty();
    lastMain = adopted.now() - mainDelay();
    nextFull = NEVER;
    clock.reset(adopted.now());
    firstChange = requested ? adopted.now() : NEVER;
    leftWaiting = false;
    validUntil = NEVER;
  }

  /** A successor with other parameters keeps the timing of the intervals. */
  @Override
  public void succeed(SchedulingPolicy predecessor, ClusterState adopted) {
    adopt(adopted);
    if (predecessor instanceof Slurm before) {
      lastMain = before.lastMain;
      clock.follow(before.clock);
    }
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    Slurm fork = new Slurm(spec, settings, schedulers.fork(forked));
    fork.state = forked;
    fork.capacity = capacity;
    fork.requested = requested;
    fork.lastMain = lastMain;
    fork.nextFull = nextFull;
    fork.clock.copy(clock);
    fork.firstChange = firstChange;
    fork.leftWaiting = leftWaiting;
    fork.validUntil = validUntil;
    return fork;
  }

  @Override
  public void submitted(int slot) {
    schedulers.submitted(slot);
    event();
  }

  @Override
  public void ended(int slot, boolean completed) {
    schedulers.ended(slot);
    event();
  }

  @Override
  public void changed(int slot) {
    schedulers.changed();
    event();
  }

  @Override
  public void started(int slot) {
    noteChange();
  }

  private void event() {
    requested = true;
    noteChange();
  }

  private void noteChange() {
    firstChange = Math.min(firstChange, state.now());
    clock.noteChange();
  }

  /** On nodes, jobs that were suspended to make room are resumed here. */
  @Override
  public boolean preempts() {
    return state.hasNodes() && settings.preemption().maySuspend(state.nodes().machine());
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    if (preempts()) {
      schedulers.resume(dispatcher);
    }
    if (capacity != schedulers.capacity()) {
      capacity = schedulers.capacity();
      event();
    }
    int now = state.now();
    boolean full = fullDue() <= now;
    if (full || mainDue() <= now) {
      boolean cut =
          schedulers.runMain(
              dispatcher, full ? NEVER : settings.of(SlurmParameter.DEFAULT_QUEUE_DEPTH));
      requested = false;
      lastMain = now;
      nextFull = cut ? fullAt(now + Math.max(1, settings.minInterval())) : NEVER;
    }
    if (clock.isPaused() && clock.resumesAt() <= now) {
      resumeBackfill(dispatcher);
    } else if (!clock.isPaused() && backfillDue() <= now) {
      clock.begin(backfillDueMicros(), now, state.running().size() == 0);
      firstChange = NEVER;
      runBackfill(dispatcher);
    }
  }

  private void runBackfill(Dispatcher dispatcher) {
    int started = schedulers.runBackfill(dispatcher, clock.portion());
    if (started > 0) {
      firstChange = Math.min(firstChange, state.now());
    }
    leftWaiting = !state.waiting().isEmpty();
    validUntil = schedulers.validUntil();
    clock.advance(started, schedulers.tested());
  }

  /** A pass that does not continue after a change has ended with its pause. */
  private void resumeBackfill(Dispatcher dispatcher) {
    if (clock.resume()) {
      runBackfill(dispatcher);
    }
  }

  @Override
  public int nextTimer() {
    int backfill = clock.isPaused() ? clock.resumesAt() : backfillDue();
    return Math.min(Math.min(mainDue(), fullDue()), backfill);
  }

  private int mainDue() {
    return requested ? lastMain + mainDelay() : NEVER;
  }

  /** Minimum seconds between passes of the main scheduler that events cause. */
  private int mainDelay() {
    return Math.max(settings.of(SlurmParameter.BATCH_SCHED_DELAY), settings.minInterval());
  }

  /** The next pass over the whole queue: after one that was cut, or after nodes have opened. */
  private int fullDue() {
    int opening = state.waiting().isEmpty() ? NEVER : schedulers.nextOpening(lastMain);
    int earliest = Math.max(state.now(), lastMain + settings.minInterval());
    return opening == NEVER ? nextFull : Math.min(nextFull, fullAt(Math.max(opening, earliest)));
  }

  /** The first time from {@code time} on at which the interval causes a pass. */
  private int fullAt(int time) {
    int interval = settings.of(SlurmParameter.SCHED_INTERVAL);
    return (time + interval - 1) / interval * interval;
  }

  private int backfillDue() {
    return BackfillClock.seconds(backfillDueMicros());
  }

  /** When the next pass begins; {@link BackfillClock#NEVER} if none is due without an event. */
  private long backfillDueMicros() {
    if (!settings.backfills()) {
      return BackfillClock.NEVER;
    }
    if (firstChange != NEVER) {
      return leftWaiting ? clock.tick(firstChange) : clock.next(firstChange);
    }
    RunningSet running = state.running();
    boolean nothingDue = running.size() == 0 && Math.min(mainDue(), fullDue()) == NEVER;
    if (state.waiting().isEmpty() || (nothingDue && validUntil == NEVER)) {
      return BackfillClock.NEVER;
    }
    int last = clock.lastSecond();
    int matters = Math.min(schedulers.nextReorder(last), validUntil);
    if (running.size() > 0) {
      matters = Math.min(running.end(0), matters);
      matters = clock.hasPaused() ? last : matters;
    }
    return matters == NEVER ? BackfillClock.NEVER : clock.tick(Math.max(matters, last));
  }

  /** The times of the last runs of both schedulers, and what is still pending. */
  @Override
  public void fields(Fields fields) {
    clock.fields(fields);
    capacity = fields.number("capacity", capacity);
    requested = fields.flag("requested", requested);
    lastMain = fields.number("lastMain", lastMain);
    nextFull = fields.number("nextFull", nextFull);
    firstChange = fields.number("firstChange", firstChange);
    leftWaiting = fields.flag("leftWaiting", leftWaiting);
    validUntil = fields.number("validUntil", validUntil);
  }
}
