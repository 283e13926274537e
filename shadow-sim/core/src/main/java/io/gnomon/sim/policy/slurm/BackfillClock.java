package io.gnomon.sim.policy.slurm;

import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.slurm.pass.PassCost;
import io.gnomon.sim.snapshot.Fields;

/**
 * When backfill passes begin, pause and end, in microseconds, so that fractions of a second add up.
 * A pass acts at the first full second from its time on.
 *
 * <p>Passes follow each other bf_interval after the end of the last one. Passes that are left out
 * because they could start no job take as long as the last one: nothing has changed since. A pass
 * that begins while no job runs takes its time, but makes all its decisions at its beginning: there
 * is nothing to wait for, and such passes can be left out.
 */
final class BackfillClock {
  /** Placeholder for a time that never comes. */
  static final long NEVER = Long.MAX_VALUE;

  private static final long MICROS = 1_000_000;

  private final PassCost cost;
  private final int interval;
  private long began; // of the last pass
  private long duration; // of the last pass; until it pauses, if it pauses now
  private boolean paused;
  private int tested; // jobs that the last pass has tested
  private int started; // jobs that it has started
  private boolean changed; // an event since the last portion
  private boolean atOnce; // whether this pass decides everything at its beginning

  BackfillClock(PassCost cost, int interval) {
    this.cost = cost;
    this.interval = interval;
  }

  /** A pass without jobs ended so long ago that the next one is due. */
  void reset(int now) {
    began = (now - (long) interval) * MICROS;
    duration = 0;
    paused = false;
    tested = 0;
    started = 0;
    changed = false;
  }

  /** Keeps the times of a predecessor with other parameters; a pass that pauses there has ended. */
  void follow(BackfillClock predecessor) {
    began = predecessor.began;
    duration = predecessor.duration;
  }

  void copy(BackfillClock from) {
    follow(from);
    paused = from.paused;
    tested = from.tested;
    started = from.started;
    changed = from.changed;
  }

  /** Jobs or nodes have changed. */
  void noteChange() {
    changed = true;
  }

  /** The second in which the last pass began. */
  int lastSecond() {
    return seconds(began);
  }

  /** The first time at which a pass may begin that acts in {@code second} or later. */
  long next(int second) {
    long regular = began + period();
    return seconds(regular) >= second ? regular : second * MICROS;
  }

  /** The first of the regular times of passes that acts in {@code second} or later. */
  long tick(int second) {
    long after = (second - 1L) * MICROS; // exclusive
    long passes = Math.max(1, Math.floorDiv(after - began, period()) + 1);
    return began + passes * period();
  }

  private long period() {
    return interval * MICROS + duration;
  }

  /** The full second in which something acts that is due at {@code time}. */
  static int seconds(long time) {
    return time == NEVER ? SchedulingPolicy.NEVER : (int) -Math.floorDiv(-time, MICROS);
  }

  /**
   * Begins a pass that was due at {@code time}.
   *
   * @param isIdle whether no job runs
   */
  void begin(long time, int now, boolean isIdle) {
    atOnce = isIdle;
    began = seconds(time) == now ? time : now * MICROS;
    duration = 0;
    tested = 0;
    started = 0;
    changed = false;
  }

  /** What the pass is to do now. */
  Schedulers.Portion portion() {
    if (cost.isFree()) {
      return Schedulers.Portion.WHOLE;
    }
    long portion = atOnce ? Integer.MAX_VALUE : cost.jobsUntilPause();
    long jobs = Math.min(tested + portion, cost.mostJobs());
    return new Schedulers.Portion((int) jobs, started, lastSecond());
  }

  /**
   * The portion has been made.
   *
   * @param startedJobs jobs that it has started
   * @param testable jobs that the pass has in all
   */
  void advance(int startedJobs, int testable) {
    changed = false;
    if (cost.isFree()) {
      return;
    }
    started += startedJobs;
    int most = Math.min(testable, cost.mostJobs());
    int more = Math.min(most - tested, atOnce ? most : cost.jobsUntilPause());
    if (more > 0) { // fewer than before are left if other jobs have started in the pause
      duration += (more - 1) / cost.jobsUntilPause() * cost.pause();
      tested += more;
      duration += more * cost.perJob();
    }
    paused = tested < most;
  }

  /** Whether a pass pauses. */
  boolean isPaused() {
    return paused;
  }

  /** Whether the last pass has paused. */
  boolean hasPaused() {
    return tested > cost.jobsUntilPause();
  }

  /** The second in which it continues, or ends if it does not continue. */
  int resumesAt() {
    return seconds(began + duration + cost.pause());
  }

  /**
   * Ends a pause.
   *
   * @return whether the pass continues
   */
  boolean resume() {
    paused = false;
    duration += cost.pause();
    return cost.continues() || !changed;
  }

  /** Lists its fields; older snapshots have only the second of the last pass. */
  void fields(Fields fields) {
    int last = fields.number("lastBackfill", lastSecond());
    if (!fields.has("began")) {
      began = last * MICROS;
      return;
    }
    began = fields.number("began", began);
    duration = fields.number("duration", duration);
    paused = fields.flag("paused", paused);
    tested = fields.number("tested", tested);
    started = fields.number("startedInPass", started);
    changed = fields.flag("changed", changed);
  }
}
