package io.gnomon.sim.predict.hmm;

import io.gnomon.sim.predict.RuntimeBins;
import io.gnomon.sim.snapshot.Fields;
import io.gnomon.sim.snapshot.ValueFields;
import java.util.Arrays;

/**
 * A hidden Markov model of the workload: a distribution of runtimes per state, and transition
 * probabilities from slice to slice (Nissimov and Feitelson 2008, section 3). Immutable.
 */
final class HiddenStates {
  /** Number of states. */
  static final int COUNT = 16;

  private static final int BINS = RuntimeBins.COUNT;
  private static final double STAYING = 0.9;

  /** Prior weight of the overall distribution in each state, in jobs. */
  private static final double PRIOR_JOBS = 4;

  /** Prior weight of the initial transitions of each state, in slices. */
  private static final double PRIOR_MOVES = 4;

  private final double[] shares; // of each bin, by state
  private final double[] logShares;
  private final double[] moves; // probability of each next state, by state

  private HiddenStates(double[] shares, double[] moves) {
    this.shares = shares;
    this.moves = moves;
    this.logShares = Arrays.stream(shares).map(Math::log).toArray();
  }

  /**
   * The initial model: intervals of four hours are sorted by their mean bin and divided into groups
   * with equal numbers of jobs, one per state.
   *
   * @param sorted from {@link SliceSamples#sorted}
   */
  static HiddenStates firstGuess(int[] sorted) {
    return counted(TimeSlices.grouped(sorted, COUNT), new double[COUNT * COUNT]);
  }

  /**
   * The model of the given counts, smoothed with the overall distribution and the initial
   * transitions.
   *
   * @param jobs count per bin, by state
   * @param follows count of each following state, by state
   */
  static HiddenStates counted(double[] jobs, double[] follows) {
    double[] whole = new double[BINS];
    Arrays.fill(whole, 1.0 / BINS); // every bin has a positive probability
    double all = 1;
    for (int i = 0; i < jobs.length; i++) {
      whole[i % BINS] += jobs[i];
      all += jobs[i];
    }
    double[] shares = jobs.clone();
    double[] moves = follows.clone();
    for (int state = 0; state < COUNT; state++) {
      for (int bin = 0; bin < BINS; bin++) {
        shares[state * BINS + bin] += PRIOR_JOBS * whole[bin] / all;
      }
      for (int next = 0; next < COUNT; next++) {
        moves[state * COUNT + next] +=
            PRIOR_MOVES * (next == state ? STAYING : (1 - STAYING) / (COUNT - 1));
      }
      normalize(shares, state * BINS, BINS);
      normalize(moves, state * COUNT, COUNT);
    }
    return new HiddenStates(shares, moves);
  }

  static void normalize(double[] weights, int from, int count) {
    double sum = 0;
    for (int i = from; i < from + count; i++) {
      sum += weights[i];
    }
    for (int i = from; i < from + count; i++) {
      weights[i] /= sum;
    }
  }

  double logShare(int state, int bin) {
    return logShares[state * BINS + bin];
  }

  double move(int state, int next) {
    return moves[state * COUNT + next];
  }

  /** The probabilities of the states one slice later. */
  void step(double[] before, int from, double[] after, int to) {
    Arrays.fill(after, to, to + COUNT, 0);
    for (int state = 0; state < COUNT; state++) {
      double weight = before[from + state];
      for (int next = 0; next < COUNT; next++) {
        after[to + next] += weight * moves[state * COUNT + next];
      }
    }
  }

  /** Writes the cumulative probabilities at the bins' edges for a distribution over the states. */
  void cumulative(double[] belief, int from, double[] row) {
    row[0] = 0;
    for (int bin = 0; bin < BINS; bin++) {
      double share = 0;
      for (int state = 0; state < COUNT; state++) {
        share += belief[from + state] * shares[state * BINS + bin];
      }
      row[bin + 1] = row[bin] + share;
    }
    row[BINS] = 1;
  }

  /**
   * The mean over the states of the total variation distance between their distributions, from 0 to
   * 1.
   */
  double distance(HiddenStates other) {
    double sum = 0;
    for (int i = 0; i < shares.length; i++) {
      sum += Math.abs(shares[i] - other.shares[i]);
    }
    return sum / (2 * COUNT);
  }

  /** Lists the fields; see {@link Fields}. */
  static HiddenStates of(ValueFields<HiddenStates> fields) {
    return new HiddenStates(
        fields.decimals("shares", COUNT * BINS, states -> states.shares),
        fields.decimals("moves", COUNT * COUNT, states -> states.moves));
  }
}
