package io.gnomon.sim.policy.probabilistic;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.policy.Dispatcher;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.backfill.HeadReservation;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.spec.Spec;

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
  private final Spec spec;
  private final DelayTest test;
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
  private final HeadReservation reservation = new HeadReservation();

  Probabilistic(Spec spec, DelayTest test) {
    this(spec, test, test.models(), new ClusterState(1));
  }

  private Probabilistic(Spec spec, DelayTest test, RuntimeModels models, ClusterState state) {
    this.spec = spec;
    this.test = test;
    this.models = models;
    this.state = state;
  }

  @Override
  public Spec spec() {
    return spec;
  }

  @Override
  public void adopt(ClusterState adopted) {
    state = adopted;
    models = test.models();
    state.forEachActive(slot -> models.arrived(state, slot));
  }

  @Override
  public void succeed(SchedulingPolicy predecessor, ClusterState next) {
    if (predecessor instanceof Probabilistic before
        && DelayTest.sharePredictor(before.spec, spec)) {
      state = next;
      models = before.models.copy();
    } else {
      adopt(next);
    }
  }

  @Override
  public SchedulingPolicy fork(ClusterState forked) {
    return new Probabilistic(spec, test, models.copy(), forked);
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
    reservation.reserve(state, first);
    anyPrediction = models.anyKnown(state.running());
  }

  /** The probability of a delay with the current free processors. */
  private HeadDelay delay() {
    if (!forecastHolds) {
      int free = state.freeProcessors();
      int missing = state.width(head) - free;
      forecast.note(state, models);
      computed = test.isExact(forecast, missing, free) ? exact : bound;
      computed.reset(missing, free);
      forecastHolds = true;
    }
    return computed;
  }

  private boolean mayStart(int slot) {
    int width = state.width(slot);
    int estimate = state.estimate(slot);
    if (!anyPrediction && !models.allows(slot, 0, estimate)) {
      return state.now() + (long) estimate <= reservation.shadow() || width <= reservation.extra();
    }
    return test.passes(models, slot, estimate, delay(), width);
  }
}
