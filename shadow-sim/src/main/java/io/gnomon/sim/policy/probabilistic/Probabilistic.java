package io.gnomon.sim.policy.probabilistic;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.RuntimeBins;
import io.gnomon.sim.predict.RuntimePredictor;
import io.gnomon.sim.snapshot.Snapshot;

/**
 * Probabilistic backfilling (Nissimov and Feitelson 2008): a job may start ahead of the queue's
 * first job if the probability that it delays that job is below a threshold.
 *
 * <p>The runtimes of running jobs are their predicted distributions, conditional on elapsed time
 * and estimate; a job without a prediction ends exactly at its estimate. If none of the jobs has a
 * prediction, the test is identical to EASY's.
 *
 * <p>The probability of a delay is computed point by point of time ({@link HeadDelay}), once for
 * all candidates of a pass, and only as far as a decision needs.
 */
final class Probabilistic implements SchedulingPolicy {
  /** Maximum number of operations per point for the exact probability. */
  private static final long TRACTABLE = 100_000;

  private final PolicySpec spec;
  private final double threshold;
  private final boolean wantsExact;
  private final RuntimePredictor untrained;
  private RuntimeModels models;
  private ClusterState state;

  // valid in one pass: expected releases of running jobs, and the delay of the head by a candidate
  private final RunningForecast forecast = new RunningForecast();
  private final HeadDelay bound = new BoundedDelay(forecast);
  private final HeadDelay exact = new ExactDelay(forecast);
  private HeadDelay computed = bound;
  private boolean forecastHolds;
  private int head;
  private boolean anyPrediction;
  private int shadow;
  private int extra;

  Probabilistic(PolicySpec spec, double threshold, boolean wantsExact, RuntimePredictor untrained) {
    this(
        spec,
        threshold,
        wantsExact,
        untrained,
        new RuntimeModels(untrained.fork()),
        new ClusterState(1));
  }

  private Probabilistic(
      PolicySpec spec,
      double threshold,
      boolean wantsExact,
      RuntimePredictor untrained,
      RuntimeModels models,
      ClusterState state) {
    this.spec = spec;
    this.threshold = threshold;
    this.wantsExact = wantsExact;
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
    return without(spec).equals(without(other.spec));
  }

  private static PolicySpec without(PolicySpec spec) {
    return spec.without("tau").without("bound");
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    return new Probabilistic(spec, threshold, wantsExact, untrained, models.copy(), forked);
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
  public Snapshot snapshot() {
    return models.snapshot(state);
  }

  @Override
  public void restore(Snapshot snapshot) {
    models.restore(state, snapshot);
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
    updateHead(waiting.first());
    int slot = head;
    while (true) {
      slot = waiting.nextFitting(slot, state.freeProcessors(), NEVER, 0);
      if (slot == ClusterState.NONE) {
        return;
      }
      if (mayStart(slot)) {
        dispatcher.start(slot);
        updateHead(head);
      }
    }
  }

  /** Updates the head's reservation after a change of the free processors. */
  private void updateHead(int first) {
    head = first;
    forecastHolds = false;
    reserve();
  }

  /** The probability of a delay with the current free processors. */
  private HeadDelay delay() {
    if (!forecastHolds) {
      int free = state.freeProcessors();
      int missing = state.width(head) - free;
      forecast.note(state, models);
      computed =
          wantsExact && ExactDelay.cost(forecast, missing, free) <= TRACTABLE ? exact : bound;
      computed.reset(missing, free);
      forecastHolds = true;
    }
    return computed;
  }

  /**
   * Computes EASY's shadow time and extra processors, and whether any running job has a prediction.
   */
  private void reserve() {
    RunningSet running = state.running();
    int lacking = state.width(head) - state.freeProcessors();
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
          ? delays(width, estimate) < threshold
          : state.now() + (long) estimate <= shadow || width <= extra;
    }
    HeadDelay delay = delay();
    double byEstimate = models.cumulative(slot, estimate); // longer runtimes are impossible
    double result = 0;
    double delays = 0;
    double before = 0;
    for (int bin = 0; bin < RuntimeBins.COUNT; bin++) {
      boolean whole = RuntimeBins.edge(bin + 1) < estimate;
      double to = whole ? RuntimeBins.edge(bin + 1) : estimate;
      double by = whole ? models.cumulativeToEdge(slot, bin + 1) / byEstimate : 1;
      // a delay after the job's estimate is not caused by it
      for (int point = 2 * bin;
          point <= 2 * bin + 1 && RunningForecast.time(point) <= to;
          point++) {
        delays = delay.by(point, width, delays);
      }
      result += (by - before) * delays;
      // the final probability is at least the current one and at most 1
      if (result + (1 - by) * delays >= threshold) {
        return false;
      }
      if (to >= estimate || result + (1 - by) < threshold) {
        return true;
      }
      before = by;
    }
    return true;
  }

  /** The probability that a job that runs for its estimate delays the head. */
  private double delays(int width, int estimate) {
    HeadDelay delay = delay();
    double delays = 0;
    for (int point = 0;
        point < RunningForecast.POINTS && RunningForecast.time(point) < estimate;
        point++) {
      delays = delay.by(point, width, delays);
    }
    return delays;
  }
}
