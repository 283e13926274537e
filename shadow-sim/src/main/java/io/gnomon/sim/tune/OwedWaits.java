package io.gnomon.sim.tune;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.metric.CategoryScheme;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the sixteen categories by runtime and width (kettimuthu2005, Table 1) are owed: how long
 * each has waited in the long run, beside how long EASY would have let the worst served of them
 * wait. A category that comes near it is charged for, the nearer the more, so that a study lets its
 * jobs go first when that is cheap; one that has waited for less than it may costs nothing.
 *
 * <p>A few weeks say little of it: the largest of sixteen means of a few jobs each is above any aim
 * by chance. So nothing is forgotten but slowly, what is a year old counting a third. What EASY
 * would have done is simulated beside the trials, from an empty machine over the past thirteen
 * weeks, of which those jobs count that were not counted before. What a job was held for is no
 * wait. O(1) a completion, O(active jobs) a charge. Not thread-safe.
 */
public final class OwedWaits {
  private static final CategoryScheme SCHEME = CategoryScheme.SIXTEEN;
  private static final PolicySpec EASY = PolicySpec.of("easy");
  private static final double YEAR = 365 * 24 * 3600.0;
  private static final int WEEK = TuneSettings.WEEK;
  private static final int MEMORY = 13 * WEEK;
  private static final int LEAST_JOBS = 20;
  // of a day's wait at level 0 where it is just as long as it may be; docs/choosing-defaults.md
  // says
  // how these were found
  private static final double PRICE = 1000.0 / (24 * 3600);
  private static final double STEEPNESS = 40;
  private static final double STEEPNESS_A_WEEK = 4;
  // a longer pause between two trials says nothing of who has waited meanwhile
  private static final double MOST_WEEKS = 2;
  private static final double MOST = 5;
  private static final double LEAST = -2;
  // jobs that have waited for just as long as they may, so that the first few do not decide
  private static final double PRIOR_JOBS = 10;

  private final double[] waits = new double[SCHEME.size()];
  private final double[] jobs = new double[SCHEME.size()];
  private final double[] easysWaits = new double[SCHEME.size()];
  private final double[] easysJobs = new double[SCHEME.size()];
  // for how long they have been above or below what they may wait, in steps of the price
  private final double[] levels = new double[SCHEME.size()];
  // since when those that were held could start
  private final Map<Integer, Integer> released = new TreeMap<>();
  private int countedTo = -1;
  private int processors;

  /** One that knows nothing. */
  OwedWaits() {
    Arrays.fill(levels, LEAST);
  }

  /** The running job in {@code slot}, which was seen as it was submitted, completes. */
  void finished(ClusterState state, int slot) {
    int runtime = state.ranSeconds(slot);
    int category = SCHEME.category(runtime, state.width(slot));
    waits[category] += Math.max(0, state.now() - since(state, slot) - runtime);
    jobs[category]++;
  }

  /** The job in {@code slot}, which was held, could start from now on. */
  public void released(ClusterState state, int slot) {
    released.put(state.job(slot), state.now());
  }

  /** A job has left. */
  public void left(int job) {
    released.remove(job);
  }

  private int since(ClusterState state, int slot) {
    return released.getOrDefault(state.job(slot), state.submitTime(slot));
  }

  /**
   * What EASY would have done: those count that were submitted until a week ago, of whom nearly all
   * have completed, and that were not counted before. They are counted once, so that a machine of
   * which part is out of service waits until it is whole, or for thirteen weeks.
   *
   * @param firstSeen from when on arrivals are known
   * @return null where there are none
   */
  @Nullable ShadowStudy easy(int firstSeen, ClusterState live, History history) {
    int now = live.now();
    int from = Math.max(firstSeen, now - MEMORY);
    int counted = Math.max(countedTo, from);
    RecordedJobs past = history.recent(from, now);
    boolean whole = live.processors() >= processors || now - counted >= MEMORY;
    if (now - WEEK <= counted || past.size() == 0 || !whole) {
      return null;
    }
    processors = live.processors();
    ClusterState empty = new ClusterState(live.processors());
    empty.advanceTo(from);
    SchedulingPolicy easy = Policies.create(EASY);
    easy.adopt(empty);
    return new ShadowStudy(
        empty,
        easy,
        List.of(),
        List.of(
            new Future.Fixed("past", (begin, end, first, size) -> past.shifted(0, first, size))),
        now - from,
        StudyDesign.ofEstimates(
            Judgement.SLOWDOWN.guarded(List.of(new CategoryWaits(SCHEME, counted, now - WEEK)))));
  }

  /** What {@link #easy} gave has been simulated. */
  void tried(StudyResult easy) {
    int now = easy.time() + easy.horizonSeconds();
    GuardFigures figures = easy.incumbent().guarded();
    double[] means = figures.groups(0);
    int[] counted = new int[means.length];
    Arrays.setAll(counted, category -> figures.jobs(0, category));
    tried(now - WEEK, means, counted);
  }

  /**
   * The same.
   *
   * @param to the second up to which jobs have been counted now
   * @param means the mean wait of each category
   * @param counted its jobs
   */
  void tried(int to, double[] means, int[] counted) {
    double kept = countedTo < 0 ? 1 : Math.exp((countedTo - to) / YEAR);
    double weeks = countedTo < 0 ? 0 : Math.min(MOST_WEEKS, (double) (to - countedTo) / WEEK);
    countedTo = to;
    // a snapshot may take jobs away without a word
    released.values().removeIf(second -> second < to - MEMORY);
    for (int category = 0; category < means.length; category++) {
      easysWaits[category] = easysWaits[category] * kept + means[category] * counted[category];
      easysJobs[category] = easysJobs[category] * kept + counted[category];
      waits[category] *= kept;
      jobs[category] *= kept;
    }
    double allowed = allowed();
    for (int category = 0; category < levels.length && allowed > 0; category++) {
      double over = jobs[category] > 0 ? share(category, 0, allowed) - 1 : 0;
      double steps = levels[category] + STEEPNESS_A_WEEK * weeks * over;
      levels[category] = Math.max(LEAST, Math.min(MOST, steps));
    }
  }

  /** How long a category has waited, as a share of what it may. */
  private double share(int category, double excess, double allowed) {
    double waited = waits[category] + excess + PRIOR_JOBS * allowed;
    return waited / ((jobs[category] + PRIOR_JOBS) * allowed);
  }

  /**
   * The mean wait in seconds of the category that EASY would have served worst; 0 where too little
   * is known.
   */
  double allowed() {
    double worst = 0;
    for (int category = 0; category < easysJobs.length; category++) {
      boolean known = easysJobs[category] >= LEAST_JOBS;
      worst = known ? Math.max(worst, easysWaits[category] / easysJobs[category]) : worst;
    }
    return worst;
  }

  /**
   * What the waits of each category cost now, by those that have completed and, by their estimates,
   * those that have waited for longer than they may already. What nobody is known of costs nothing.
   */
  OwedCharge charge(ClusterState state) {
    double[] prices = new double[SCHEME.size()];
    double allowed = allowed();
    if (allowed > 0) {
      double[] excess = excess(state, allowed);
      for (int category = 0; category < prices.length; category++) {
        double over = share(category, excess[category], allowed) - 1;
        double steps = Math.min(MOST, levels[category] + STEEPNESS * over);
        boolean known = jobs[category] > 0 || excess[category] > 0;
        prices[category] = !known || steps < LEAST ? 0 : PRICE * Math.exp(steps);
      }
    }
    return new OwedCharge(prices);
  }

  private double[] excess(ClusterState state, double allowed) {
    double[] excess = new double[SCHEME.size()];
    state.forEachActive(
        slot -> {
          boolean runs = state.phase(slot) == JobPhase.RUNNING;
          // who is wider than what is left of the machine is not helped by going first
          boolean waits =
              state.phase(slot) == JobPhase.WAITING && state.width(slot) <= state.processors();
          if (runs || waits) {
            int until = runs ? state.startTime(slot) : state.now();
            int category = SCHEME.category(state.estimate(slot), state.width(slot));
            excess[category] += Math.max(0, until - since(state, slot) - allowed);
          }
        });
    return excess;
  }

  /** What it holds, for a checkpoint. */
  public double[] memory() {
    double[] memory = new double[2 + 5 * SCHEME.size() + 2 * released.size()];
    memory[0] = countedTo;
    memory[1] = processors;
    int at = 2;
    for (double[] column : columns()) {
      System.arraycopy(column, 0, memory, at, column.length);
      at += column.length;
    }
    for (Map.Entry<Integer, Integer> job : released.entrySet()) {
      memory[at++] = job.getKey();
      memory[at++] = job.getValue();
    }
    return memory;
  }

  /** Holds what {@link #memory()} gave. */
  public void recall(double[] memory) {
    countedTo = (int) memory[0];
    processors = (int) memory[1];
    int at = 2;
    for (double[] column : columns()) {
      System.arraycopy(memory, at, column, 0, column.length);
      at += column.length;
    }
    released.clear();
    for (; at < memory.length; at += 2) {
      released.put((int) memory[at], (int) memory[at + 1]);
    }
  }

  private double[][] columns() {
    return new double[][] {waits, jobs, easysWaits, easysJobs, levels};
  }
}
