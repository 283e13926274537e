package io.gnomon.sim.tune;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.metric.CategoryScheme;

/**
 * Whether very wide, very long jobs are owed something: how long they have waited in the long run,
 * beside how long EASY would have let the worst served of sixteen categories wait (kettimuthu2005,
 * Table 1).
 *
 * <p>A few weeks say little of it: the largest of sixteen means of a few jobs each is above any aim
 * by chance. So nothing is forgotten but slowly, what is a year old counting a third. EASY's waits
 * are those of the trials over the past weeks, for as many jobs as have completed since the trial
 * before. O(1) a completion, O(active jobs) a question. Not thread-safe.
 */
public final class OwedWaits {
  private static final CategoryScheme SCHEME = CategoryScheme.SIXTEEN;
  private static final int VERY_WIDE_AND_LONG = SCHEME.size() - 1;
  private static final int LEAST_JOBS = 20;
  private static final double YEAR = 365 * 24 * 3600.0;

  private final double[] waits = new double[SCHEME.size()];
  private final double[] jobs = new double[SCHEME.size()];
  // the jobs since the last trial, of which EASY's waits are not known yet
  private final double[] since = new double[SCHEME.size()];
  private final double[] easys = new double[SCHEME.size()];
  private int triedAt = -1;

  /** The running job in {@code slot} completes at the state's second. */
  void finished(ClusterState state, int slot) {
    int runtime = state.ranSeconds(slot);
    int category = SCHEME.category(runtime, state.width(slot));
    waits[category] += Math.max(0, state.now() - state.submitTime(slot) - runtime);
    jobs[category]++;
    since[category]++;
  }

  /** A trial is over, whose incumbent was EASY. */
  void tried(StudyResult trial) {
    tried(trial.time() + trial.horizonSeconds(), CategoryWaits.SIXTEEN.in(trial));
  }

  /**
   * The same.
   *
   * @param easy the mean wait of each category under EASY, 0 where it had no jobs: then those that
   *     have completed wait for the next trial
   */
  void tried(int now, double[] easy) {
    double kept = triedAt < 0 ? 1 : Math.exp((triedAt - now) / YEAR);
    triedAt = now;
    for (int category = 0; category < easys.length; category++) {
      easys[category] = (easys[category] + easy[category] * since[category]) * kept;
      waits[category] *= kept;
      jobs[category] *= kept;
      since[category] = easy[category] > 0 ? 0 : since[category] * kept;
    }
  }

  /**
   * The mean wait in seconds of the category that EASY would have served worst; 0 where too little
   * is known.
   */
  double easysWorst() {
    double worst = 0;
    for (int category = 0; category < easys.length; category++) {
      double known = jobs[category] - since[category];
      worst = known < LEAST_JOBS ? worst : Math.max(worst, easys[category] / known);
    }
    return worst;
  }

  /**
   * Whether very wide, very long jobs have waited for longer than they may, those counted, by their
   * estimates, that have done so already and wait or run.
   */
  boolean toVeryWide(ClusterState state) {
    double allowed = easysWorst();
    double[] excess = {waits[VERY_WIDE_AND_LONG] - allowed * jobs[VERY_WIDE_AND_LONG]};
    state.forEachActive(
        slot -> {
          boolean runs = state.phase(slot) == JobPhase.RUNNING;
          // who is wider than what is left of the machine is not helped by starting first
          boolean waits =
              state.phase(slot) == JobPhase.WAITING && state.width(slot) <= state.processors();
          boolean counts =
              SCHEME.category(state.estimate(slot), state.width(slot)) == VERY_WIDE_AND_LONG;
          if (counts && (runs || waits)) {
            int until = runs ? state.startTime(slot) : state.now();
            excess[0] += Math.max(0, until - state.submitTime(slot) - allowed);
          }
        });
    return allowed > 0 && excess[0] > 0;
  }

  /** What it holds, for a checkpoint. */
  public double[] memory() {
    double[] memory = new double[1 + 4 * SCHEME.size()];
    memory[0] = triedAt;
    int at = 1;
    for (double[] column : columns()) {
      System.arraycopy(column, 0, memory, at, column.length);
      at += column.length;
    }
    return memory;
  }

  /** Holds what {@link #memory()} gave. */
  public void recall(double[] memory) {
    triedAt = (int) memory[0];
    int at = 1;
    for (double[] column : columns()) {
      System.arraycopy(memory, at, column, 0, column.length);
      at += column.length;
    }
  }

  private double[][] columns() {
    return new double[][] {waits, jobs, since, easys};
  }
}
