package io.gnomon.sim.policy.probabilistic;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.predict.Notes;
import io.gnomon.sim.predict.RuntimeBins;
import io.gnomon.sim.predict.RuntimePredictor;
import io.gnomon.sim.predict.Submission;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The predicted distribution of each active job, as it was when the job arrived, by slot. */
final class RuntimeModels {
  private final RuntimePredictor predictor;
  private double[] rows;
  private boolean[] known;

  RuntimeModels(RuntimePredictor predictor) {
    this(predictor, new double[0], new boolean[0]);
  }

  private RuntimeModels(RuntimePredictor predictor, double[] rows, boolean[] known) {
    this.predictor = predictor;
    this.rows = rows;
    this.known = known;
  }

  RuntimeModels copy() {
    return new RuntimeModels(predictor.fork(), rows.clone(), known.clone());
  }

  void arrived(ClusterState state, int slot) {
    if (slot >= known.length) {
      int slots = Math.max(slot + 1, 2 * known.length);
      known = Arrays.copyOf(known, slots);
      rows = Arrays.copyOf(rows, slots * RuntimeBins.ROW);
    }
    known[slot] = predictor.predict(submission(state, slot), rows, slot * RuntimeBins.ROW);
  }

  void completed(ClusterState state, int slot) {
    int runtime = state.ranSeconds(slot);
    predictor.completed(submission(state, slot), runtime);
  }

  private static Submission submission(ClusterState state, int slot) {
    return new Submission(
        state.submitTime(slot), state.user(slot), state.width(slot), state.estimate(slot));
  }

  /** What the predictor learned, and the prediction of each active job by its number. */
  int[] memory(ClusterState state) {
    Notes notes = new Notes();
    predictor.remember(notes);
    state.forEachActive(
        slot -> {
          if (known[slot]) {
            notes.write(state.job(slot));
            int row = slot * RuntimeBins.ROW;
            notes.write(Arrays.copyOfRange(rows, row, row + RuntimeBins.ROW));
          }
        });
    return notes.numbers();
  }

  /**
   * Knows again what {@link #memory} gave.
   *
   * @throws IllegalArgumentException if that was of another predictor
   */
  void recall(ClusterState state, int[] memory) {
    Notes notes = new Notes(memory);
    predictor.recall(notes);
    Map<Integer, double[]> predicted = new HashMap<>();
    while (!notes.isEmpty()) {
      predicted.put(notes.read(), notes.readDoubles());
    }
    state.forEachActive(
        slot -> {
          double[] row = predicted.get(state.job(slot));
          known[slot] = row != null;
          if (row != null) {
            System.arraycopy(row, 0, rows, slot * RuntimeBins.ROW, RuntimeBins.ROW);
          }
        });
  }

  boolean known(int slot) {
    return known[slot];
  }

  /** Whether the model leaves any chance of a runtime above one and up to another bound. */
  boolean allows(int slot, double above, double upTo) {
    return known[slot] && cumulative(slot, upTo) > cumulative(slot, above);
  }

  /** The unconditional probability of a runtime of at most {@code seconds}. */
  double cumulative(int slot, double seconds) {
    return RuntimeBins.cumulative(rows, slot * RuntimeBins.ROW, seconds);
  }

  /** The unconditional probability of a runtime up to the last edge not after {@code seconds}. */
  double cumulativeAtEdge(int slot, double seconds) {
    return rows[slot * RuntimeBins.ROW + RuntimeBins.edgeBefore(seconds)];
  }

  /** The unconditional probability of a runtime up to an edge of the bins, by its index. */
  double cumulativeToEdge(int slot, int edge) {
    return RuntimeBins.cumulativeToEdge(rows, slot * RuntimeBins.ROW, edge);
  }
}
