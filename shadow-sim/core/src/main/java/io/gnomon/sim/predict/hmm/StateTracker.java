package io.gnomon.sim.predict.hmm;

import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.ValueFields;
import java.util.Arrays;

/**
 * The belief in each state of a {@link HiddenStates} model, per time slice of the last day. A job
 * that completes updates the beliefs from the slice of its submission on; slices older than a day
 * are no longer updated.
 */
final class StateTracker {
  /** Slices of a day. */
  static final int WINDOW = 96;

  private static final int STATES = HiddenStates.COUNT;
  private static final int ROWS = WINDOW + 1; // and the one before the window

  private final HiddenStates model;
  private final double[] logLikelihood;
  private final double[] beliefs;
  private int newest;
  private int stale; // the earliest slice whose belief is out of date

  /** A tracker without observations up to {@code slice}. */
  StateTracker(HiddenStates model, int slice) {
    this(model, new double[ROWS * STATES], new double[ROWS * STATES], slice, slice + 1);
    Arrays.fill(beliefs, 1.0 / STATES);
  }

  private StateTracker(
      HiddenStates model, double[] logLikelihood, double[] beliefs, int newest, int stale) {
    this.model = model;
    this.logLikelihood = logLikelihood;
    this.beliefs = beliefs;
    this.newest = newest;
    this.stale = stale;
  }

  /** Returns a tracker that has observed the samples of the last day. */
  static StateTracker of(HiddenStates model, SliceSamples samples, int newest) {
    StateTracker tracker = new StateTracker(model, newest - WINDOW);
    tracker.advance(newest);
    for (int i = 0; i < samples.size(); i++) {
      tracker.observe(samples.slice(i), samples.bin(i));
    }
    return tracker;
  }

  StateTracker copy() {
    return new StateTracker(model, logLikelihood.clone(), beliefs.clone(), newest, stale);
  }

  HiddenStates model() {
    return model;
  }

  /** Adds a completed job of a slice; ignored if the slice is more than a day old. */
  void observe(int slice, int bin) {
    if (slice > newest) {
      advance(slice);
    }
    if (slice <= newest - WINDOW) {
      return;
    }
    int row = row(slice);
    for (int state = 0; state < STATES; state++) {
      logLikelihood[row + state] += model.logShare(state, bin);
    }
    stale = Math.min(stale, slice);
  }

  /** Writes the distribution of the runtimes of jobs submitted in a slice, or in the newest. */
  void predict(int slice, double[] row) {
    advance(slice);
    refresh();
    model.cumulative(beliefs, row(newest), row);
  }

  private void advance(int slice) {
    if (slice <= newest) {
      return;
    }
    refresh(); // before the oldest is settled
    while (newest < slice) {
      newest++;
      Arrays.fill(logLikelihood, row(newest), row(newest) + STATES, 0);
      model.step(beliefs, row(newest - 1), beliefs, row(newest));
    }
    stale = newest + 1;
  }

  private void refresh() {
    double[] likelihood = new double[STATES];
    for (int slice = stale; slice <= newest; slice++) {
      int row = row(slice);
      model.step(beliefs, row(slice - 1), beliefs, row);
      System.arraycopy(logLikelihood, row, likelihood, 0, STATES);
      BaumWelch.fromLogarithms(likelihood, 0);
      for (int state = 0; state < STATES; state++) {
        beliefs[row + state] *= likelihood[state];
      }
      HiddenStates.normalize(beliefs, row, STATES);
    }
    stale = newest + 1;
  }

  private static int row(int slice) {
    return Math.floorMod(slice, ROWS) * STATES;
  }

  /** Lists the fields; see {@link Fields}. */
  static StateTracker of(ValueFields<StateTracker> fields) {
    return new StateTracker(
        fields.value("model", tracker -> tracker.model, HiddenStates::of),
        fields.decimals("logLikelihood", ROWS * STATES, tracker -> tracker.logLikelihood),
        fields.decimals("beliefs", ROWS * STATES, tracker -> tracker.beliefs),
        fields.number("newestSlice", tracker -> tracker.newest),
        fields.number("staleFromSlice", tracker -> tracker.stale));
  }
}
