package io.gnomon.sim.policy.probabilistic;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.RunningSet;
import io.gnomon.sim.predict.RuntimeBins;
import io.gnomon.sim.predict.RuntimePredictor;
import io.gnomon.sim.predict.Submission;
import io.gnomon.sim.snapshot.Snapshot;
import java.util.Arrays;
import java.util.Map;

/** The runtime distribution of each active job, predicted when it arrived, by slot. */
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

  /** Returns the state of the predictor and the prediction of each active job by its number. */
  Snapshot snapshot(ClusterState state) {
    int[] jobs = new int[state.activeCount()];
    double[] predicted = new double[jobs.length * RuntimeBins.ROW];
    int[] count = {0};
    state.forEachActive(
        slot -> {
          if (known[slot]) {
            int at = count[0] * RuntimeBins.ROW;
            System.arraycopy(rows, slot * RuntimeBins.ROW, predicted, at, RuntimeBins.ROW);
            jobs[count[0]++] = state.job(slot);
          }
        });
    return new Snapshot()
        .put("predictor", predictor.snapshot())
        .put("job", Arrays.copyOf(jobs, count[0]))
        .put("cumulative", Arrays.copyOf(predicted, count[0] * RuntimeBins.ROW));
  }

  /**
   * Restores a {@link #snapshot}.
   *
   * @throws IllegalArgumentException if a field is missing or has the wrong type
   */
  void restore(ClusterState state, Snapshot snapshot) {
    predictor.restore(snapshot.getSection("predictor"));
    int[] jobs = snapshot.getInts("job");
    double[] predicted = snapshot.getDoubles("cumulative", jobs.length * RuntimeBins.ROW);
    state.forEachActive(slot -> known[slot] = false);
    Map<Integer, Integer> slots = state.slotsByJob();
    for (int i = 0; i < jobs.length; i++) {
      Integer slot = slots.get(jobs[i]);
      if (slot != null) {
        known[slot] = true;
        int row = slot * RuntimeBins.ROW;
        System.arraycopy(predicted, i * RuntimeBins.ROW, rows, row, RuntimeBins.ROW);
      }
    }
  }

  boolean known(int slot) {
    return known[slot];
  }

  /** Whether any running job has a prediction. */
  boolean anyKnown(RunningSet running) {
    for (int i = 0; i < running.size(); i++) {
      if (known[running.slot(i)]) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether the model gives a positive probability to runtimes above one bound and up to another.
   */
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
