package io.gnomon.sim.predict.hmm;

import io.gnomon.sim.predict.RuntimeBins;
import io.gnomon.sim.predict.RuntimePredictor;
import io.gnomon.sim.predict.Submission;
import io.gnomon.sim.snapshot.Fields;
import org.jspecify.annotations.Nullable;

/**
 * The predictor of Nissimov and Feitelson (2008, section 3). A hidden Markov model has sixteen
 * states, each with a distribution of runtimes, and a transition per time slice of 15 minutes.
 * Every new job, of any user, is predicted from the current belief in the states.
 *
 * <p>The first model is learned after a week, in at most three rounds of expectation maximisation.
 * Rounds end when the distance between two models times the square root of the number of jobs falls
 * below a threshold, and start again when more jobs have raised the product above it. Each model
 * needs at least a quarter more jobs than the previous one, which bounds the cost of a model that
 * does not converge.
 *
 * <p>A prediction costs O(1) within a slice, and O(slices of a day x states²) for the first job of
 * a slice. Learning costs O(slices x states²) a round.
 */
public final class HmmPredictor implements RuntimePredictor {
  private static final int SLICE = 15 * 60;
  private static final int WEEK = 7 * StateTracker.WINDOW;
  private static final int ROUNDS = 3;
  private static final double THRESHOLD = 2;
  private static final double GROWTH = 1.25;
  private static final int LEAST_JOBS = 100;
  private static final int NEVER = Integer.MIN_VALUE;

  private SliceSamples samples = new SliceSamples();
  private @Nullable StateTracker tracker;
  private int first = Integer.MAX_VALUE;
  private long learnedFrom;
  private double distance = 1; // between the last two models
  private int rowSlice = NEVER;
  private double[] row = new double[RuntimeBins.ROW];

  @Override
  public boolean predict(Submission job, double[] rows, int at) {
    int slice = Math.floorDiv(job.time(), SLICE);
    first = Math.min(first, slice);
    if (slice > rowSlice) {
      rowSlice = slice;
      learn(slice);
      if (tracker != null) {
        tracker.predict(slice, row);
      }
    }
    if (tracker == null) {
      return false;
    }
    System.arraycopy(row, 0, rows, at, RuntimeBins.ROW);
    return true;
  }

  @Override
  public void completed(Submission job, int runtime) {
    int slice = Math.floorDiv(job.time(), SLICE);
    int bin = RuntimeBins.bin(runtime);
    first = Math.min(first, slice);
    samples.add(slice, bin);
    if (tracker != null) {
      tracker.observe(slice, bin);
    }
  }

  private void learn(int now) {
    long jobs = samples.total();
    boolean due =
        tracker == null
            ? jobs >= LEAST_JOBS && now - first >= WEEK
            : jobs >= GROWTH * learnedFrom && distance * Math.sqrt(jobs) >= THRESHOLD;
    if (!due) {
      return;
    }
    int[] sorted = samples.sorted();
    HiddenStates model = tracker == null ? HiddenStates.firstGuess(sorted) : tracker.model();
    int round = 0;
    do {
      HiddenStates better = BaumWelch.improve(model, sorted);
      distance = better.distance(model);
      model = better;
    } while (++round < ROUNDS && distance * Math.sqrt(jobs) >= THRESHOLD);
    learnedFrom = jobs;
    tracker = StateTracker.of(model, samples, now);
  }

  @Override
  public RuntimePredictor fork() {
    HmmPredictor fork = new HmmPredictor();
    fork.samples = samples.copy();
    fork.tracker = tracker == null ? null : tracker.copy();
    fork.first = first;
    fork.learnedFrom = learnedFrom;
    fork.distance = distance;
    fork.rowSlice = rowSlice;
    fork.row = row.clone();
    return fork;
  }

  @Override
  public void fields(Fields fields) {
    fields.section("samples", samples);
    first = fields.number("firstSlice", first);
    learnedFrom = fields.number("learnedFromJobs", learnedFrom);
    distance = fields.number("distance", distance);
    rowSlice = fields.number("predictionSlice", rowSlice);
    fields.fill("prediction", row);
    tracker = fields.optionalValue("tracker", tracker, StateTracker::of);
  }
}
