package io.gnomon.sim.policy.probabilistic;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeBins;
import io.gnomon.sim.predict.RuntimePredictor;

/**
 * Probabilistic backfilling (Nissimov and Feitelson 2008): a job may start ahead of the queue's
 * first if the probability that it delays that one is less than a threshold.
 *
 * <p>The runtimes of running jobs are their predicted distributions, given how long they have run
 * and what was requested; a job without a prediction ends at its estimate for sure. Where nobody
 * concerned has a prediction, the test is EASY's, exactly.
 *
 * <p>The release distribution is computed at the middle and the end of each runtime bin from now,
 * once for all candidates of a pass, and only as far as a decision needs. A point costs O(running x
 * processors in question).
 */
final class Probabilistic implements SchedulingPolicy {
  private static final int POINTS = 2 * RuntimeBins.COUNT;
  private static final double HALF_BIN = Math.sqrt(RuntimeBins.GROWTH);

  private final PolicySpec spec;
  private final double threshold;
  private final RuntimePredictor untrained;
  private RuntimeModels models;
  private ClusterState state;

  // of one pass: M at each point of time, for what the head lacks and up to all that is free
  private final ReleaseDistribution release = new ReleaseDistribution();
  private double[] atLeast = new double[0];
  private int[] elapsed = new int[0];
  private double[] low = new double[0];
  private double[] scale = new double[0];
  private int points;
  private int unit = 1;
  private int missing;
  private int free;
  private boolean anyPrediction;
  private int shadow;
  private int extra;

  Probabilistic(PolicySpec spec, double threshold, RuntimePredictor untrained) {
    this(spec, threshold, untrained, new RuntimeModels(untrained.fork()), new ClusterState(1));
  }

  private Probabilistic(
      PolicySpec spec,
      double threshold,
      RuntimePredictor untrained,
      RuntimeModels models,
      ClusterState state) {
    this.spec = spec;
    this.threshold = threshold;
    this.untrained = untrained;
    this.models = models;
    this.state = state;
  }

  @Override
  public PolicySpec spec() {
    return spec;
  }

  @Override
  public void adopt(ClusterState adopted) {
    state = adopted;
    models = new RuntimeModels(untrained.fork());
    state.forEachActive(slot -> models.arrived(state, slot));
  }

  @Override
  public void succeed(SchedulingPolicy predecessor, ClusterState next) {
    if (predecessor instanceof Probabilistic before && before.sharesPredictor(this)) {
      state = next;
      models = before.models.copy();
    } else {
      adopt(next);
    }
  }

  private boolean sharesPredictor(Probabilistic other) {
    return spec.without("tau").equals(other.spec.without("tau"));
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    return new Probabilistic(spec, threshold, untrained, models.copy(), forked);
  }

  @Override
  public void submitted(int slot) {
    models.arrived(state, slot);
  }

  @Override
  public void ended(int slot, boolean completed) {
    if (completed) {
      models.completed(state, slot);
    }
  }

  @Override
  public int[] memory() {
    return models.memory(state);
  }

  @Override
  public void recall(int[] memory) {
    models.recall(state, memory);
  }

  @Override
  public void pass(Dispatcher dispatcher) {
    WaitingQueue waiting = state.waiting();
    while (!waiting.isEmpty() && state.width(waiting.first()) <= state.freeProcessors()) {
      dispatcher.start(waiting.first());
    }
    if (waiting.isEmpty()) {
      return;
    }
    int head = waiting.first();
    look(head);
    int slot = head;
    while (true) {
      slot = waiting.nextFitting(slot, state.freeProcessors(), NEVER, 0);
      if (slot == ClusterState.NONE) {
        return;
      }
      if (mayStart(slot)) {
        dispatcher.start(slot);
        look(head);
      }
    }
  }

  /** Forgets the points of time: the free processors have changed. */
  private void look(int head) {
    points = 0;
    free = state.freeProcessors();
    missing = state.width(head) - free;
    int size = POINTS * (free + 1);
    if (atLeast.length < size) {
      atLeast = new double[size];
    }
    reserve();
  }

  /** EASY's shadow time and extra processors, and whether any running job has a prediction. */
  private void reserve() {
    RunningSet running = state.running();
    int lacking = missing;
    anyPrediction = false;
    shadow = NEVER;
    extra = 0;
    for (int i = 0; i < running.size(); i++) {
      int slot = running.slot(i);
      int end = Math.max(running.end(i), state.now() + 1);
      anyPrediction |= models.known(slot);
      if (end > shadow) {
        continue;
      }
      lacking -= state.heldProcessors(slot);
      if (lacking <= 0) {
        shadow = end;
        extra = -lacking;
      }
    }
  }

  private boolean mayStart(int slot) {
    int width = state.width(slot);
    int estimate = state.estimate(slot);
    if (!models.allows(slot, 0, estimate)) {
      return anyPrediction
          ? greatest(width, estimate) < threshold
          : state.now() + (long) estimate <= shadow || width <= extra;
    }
    double result = 0;
    double greatest = 0;
    double before = 0;
    for (int bin = 0; bin < RuntimeBins.COUNT; bin++) {
      double to = Math.min(estimate, RuntimeBins.edge(bin + 1));
      double by = models.conditional(slot, to, 0, estimate);
      // what would be delayed after the job's estimate is not delayed by it
      for (int point = 2 * bin; point <= 2 * bin + 1 && time(point) <= to; point++) {
        greatest = Math.max(greatest, delays(point, width));
      }
      result += (by - before) * greatest;
      // what is still to come counts at least the greatest so far and at most 1
      if (result + (1 - by) * greatest >= threshold) {
        return false;
      }
      if (to >= estimate || result + (1 - by) < threshold) {
        return true;
      }
      before = by;
    }
    return true;
  }

  private double greatest(int width, int seconds) {
    double greatest = 0;
    for (int point = 0; point < POINTS && time(point) < seconds; point++) {
      greatest = Math.max(greatest, delays(point, width));
    }
    return greatest;
  }

  /** The probability that by a point the head could start, but not beside a job so wide. */
  private double delays(int point, int width) {
    while (points <= point) {
      compute(points++);
    }
    return atLeast[point * (free + 1)] - atLeast[point * (free + 1) + width];
  }

  private static double time(int point) {
    double start = RuntimeBins.edge(point / 2);
    return start * (point % 2 == 0 ? HALF_BIN : RuntimeBins.GROWTH);
  }

  /** Notes of each running job what every point of time needs. */
  private void noteRunning() {
    RunningSet running = state.running();
    if (elapsed.length < running.size()) {
      elapsed = new int[2 * running.size()];
      low = new double[2 * running.size()];
      scale = new double[2 * running.size()];
    }
    unit = 0;
    for (int i = 0; i < running.size(); i++) {
      int slot = running.slot(i);
      unit = greatestCommonDivisor(unit, state.heldProcessors(slot));
      int estimate = state.estimate(slot);
      elapsed[i] = state.servedSeconds(slot) + state.now() - state.startTime(slot);
      scale[i] = 0;
      if (models.known(slot) && elapsed[i] < estimate) {
        low[i] = models.cumulative(slot, elapsed[i]);
        double mass = models.cumulative(slot, estimate) - low[i];
        scale[i] = mass > 0 ? 1 / mass : 0;
      }
    }
  }

  /** How many units must be released for so many processors. */
  private int units(int processors) {
    int size = Math.max(1, unit); // 0 where nothing runs
    return (processors + size - 1) / size;
  }

  private static int greatestCommonDivisor(int a, int b) {
    return b == 0 ? a : greatestCommonDivisor(b, a % b);
  }

  private void compute(int point) {
    if (point == 0) {
      noteRunning();
    }
    double seconds = time(point);
    release.clear(units(missing + free));
    RunningSet running = state.running();
    for (int i = 0; i < running.size(); i++) {
      double ended = ended(i, running.slot(i), running.end(i), seconds);
      if (ended > 0) {
        release.add(state.heldProcessors(running.slot(i)) / unit, ended);
      }
    }
    for (int width = 0; width <= free; width++) {
      atLeast[point * (free + 1) + width] = release.atLeast(units(missing + width));
    }
  }

  /**
   * The probability that the i-th running job has ended some seconds from now. As in Algorithm 2
   * its chance to end in a bin counts at the end of the bin, or at the estimate.
   */
  private double ended(int i, int slot, int expectedEnd, double seconds) {
    if (scale[i] == 0) {
      return Math.max(expectedEnd, state.now() + 1) <= state.now() + seconds ? 1 : 0;
    }
    if (elapsed[i] + seconds >= state.estimate(slot)) {
      return 1;
    }
    double by = models.cumulativeAtEdge(slot, elapsed[i] + seconds);
    return by <= low[i] ? 0 : (by - low[i]) * scale[i];
  }
}
