package io.gnomon.sim.predict.hmm;

import io.gnomon.sim.predict.RuntimeBins;
import java.util.Arrays;

/**
 * One expectation-maximisation round of a hidden Markov model over time slices: the probability of
 * each state in each slice under the current model, and the model that results from these
 * probabilities. Slices without jobs count as unobserved.
 *
 * <p>Costs O(slices x states²) and two numbers per slice and state.
 */
final class BaumWelch {
  private static final int STATES = HiddenStates.COUNT;

  private final HiddenStates model;
  private final int[] sorted;
  private final int first;
  private final int slices;
  private final double[] likelihood; // of a slice's jobs by state, relative to the most likely
  private final double[] forward; // of the states given the slices so far

  private BaumWelch(HiddenStates model, int[] sorted) {
    this.model = model;
    this.sorted = sorted;
    this.first = SliceSamples.sliceOf(sorted[0]);
    this.slices = SliceSamples.sliceOf(sorted[sorted.length - 1]) - first + 1;
    this.likelihood = new double[slices * STATES];
    this.forward = new double[slices * STATES];
  }

  /** The model that results from one round over samples sorted by slice. */
  static HiddenStates improve(HiddenStates model, int[] sorted) {
    BaumWelch round = new BaumWelch(model, sorted);
    round.weigh();
    round.goForward();
    return round.goBackward();
  }

  private void weigh() {
    for (int sample : sorted) {
      int row = (SliceSamples.sliceOf(sample) - first) * STATES;
      for (int state = 0; state < STATES; state++) {
        likelihood[row + state] += model.logShare(state, SliceSamples.binOf(sample));
      }
    }
    for (int row = 0; row < likelihood.length; row += STATES) {
      fromLogarithms(likelihood, row);
    }
  }

  /** Converts logarithms of likelihoods to likelihoods relative to the largest. */
  static void fromLogarithms(double[] figures, int row) {
    double greatest = figures[row];
    for (int state = 1; state < STATES; state++) {
      greatest = Math.max(greatest, figures[row + state]);
    }
    for (int state = 0; state < STATES; state++) {
      figures[row + state] = Math.exp(figures[row + state] - greatest);
    }
  }

  private void goForward() {
    double[] before = new double[STATES];
    Arrays.fill(before, 1.0 / STATES);
    for (int row = 0; row < forward.length; row += STATES) {
      if (row == 0) {
        System.arraycopy(before, 0, forward, 0, STATES);
      } else {
        model.step(forward, row - STATES, forward, row);
      }
      for (int state = 0; state < STATES; state++) {
        forward[row + state] *= likelihood[row + state];
      }
      HiddenStates.normalize(forward, row, STATES);
    }
  }

  private HiddenStates goBackward() {
    double[] jobs = new double[STATES * RuntimeBins.COUNT];
    double[] follows = new double[STATES * STATES];
    double[] backward = new double[STATES]; // of all later slices, by state
    double[] ahead = new double[STATES];
    double[] belief = new double[STATES];
    Arrays.fill(backward, 1);
    int next = sorted.length - 1;
    for (int slice = slices - 1; slice >= 0; slice--) {
      int row = slice * STATES;
      for (int state = 0; state < STATES; state++) {
        belief[state] = forward[row + state] * backward[state];
        ahead[state] = likelihood[row + state] * backward[state];
      }
      HiddenStates.normalize(belief, 0, STATES);
      while (next >= 0 && SliceSamples.sliceOf(sorted[next]) - first == slice) {
        int bin = SliceSamples.binOf(sorted[next--]);
        for (int state = 0; state < STATES; state++) {
          jobs[state * RuntimeBins.COUNT + bin] += belief[state];
        }
      }
      if (slice > 0) {
        countMoves(row - STATES, ahead, backward, follows);
      }
    }
    return HiddenStates.counted(jobs, follows);
  }

  /** Adds the transitions into a slice, and moves back by one slice. */
  private void countMoves(int before, double[] ahead, double[] backward, double[] follows) {
    double all = 0;
    for (int state = 0; state < STATES; state++) {
      double sum = 0;
      for (int next = 0; next < STATES; next++) {
        sum += model.move(state, next) * ahead[next];
      }
      backward[state] = sum;
      all += forward[before + state] * sum;
    }
    for (int state = 0; state < STATES; state++) {
      double weight = forward[before + state] / all;
      for (int next = 0; next < STATES; next++) {
        follows[state * STATES + next] += weight * model.move(state, next) * ahead[next];
      }
    }
    HiddenStates.normalize(backward, 0, STATES);
  }
}
