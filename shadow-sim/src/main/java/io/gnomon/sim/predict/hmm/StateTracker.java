package io.gnomon.sim.predict.hmm;

import io.gnomon.sim.predict.Notes;
import java.util.Arrays;

/**
 * The belief in each state of a {@link HiddenStates} model, slice by slice, from the jobs that were
 * submitted in each and have completed. Jobs that complete later change the belief in the slices
 * since their submission; what is a day old is settled.
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
  private int stale; // the earliest slice whose belief is not of the latest news

  /** Knows nothing of the slices up to one. */
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

  /** Knows of the last day what samples tell. */
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

  /** A job of a slice has completed; of no effect if that is more than a day ago. */
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

  void remember(Notes notes) {
    model.remember(notes);
    notes.write(logLikelihood);
    notes.write(beliefs);
    notes.write(newest);
    notes.write(stale);
  }

  static StateTracker recalled(Notes notes) {
    return new StateTracker(
        HiddenStates.recalled(notes),
        notes.readDoubles(),
        notes.readDoubles(),
        notes.read(),
        notes.read());
  }
}
