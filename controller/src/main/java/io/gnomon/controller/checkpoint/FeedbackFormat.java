package io.gnomon.controller.checkpoint;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.cluster.WaitingQueue;
import io.gnomon.sim.feedback.BacktestScores;
import io.gnomon.sim.feedback.ChangeReview;
import io.gnomon.sim.feedback.ChangeReviews;
import io.gnomon.sim.feedback.GainForecast;
import io.gnomon.sim.feedback.GainForecasts;
import io.gnomon.sim.feedback.GainInterval;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.tune.Tuner;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The part of a checkpoint that is about what a tuner has learnt of its policies: the changes and
 * the advice that wait to be reviewed, with their states, the mistakes, the standings, and the
 * forecasts with what their errors have taught.
 */
final class FeedbackFormat {
  private FeedbackFormat() {}

  static void write(Tuner tuner, DataOutputStream out) throws IOException {
    List<ChangeReview> open = tuner.reviews().open();
    out.writeInt(open.size());
    for (ChangeReview review : open) {
      write(review.state(), out);
      out.writeUTF(review.former().spec().toString());
      TrackedClusterFormat.writeSnapshot(review.former().snapshot(), out);
      out.writeUTF(review.chosen().toString());
      out.writeInt(review.decided());
      out.writeBoolean(review.made());
      out.writeDouble(review.penaltyFactor());
    }
    List<ChangeReviews.Mistake> mistakes = tuner.reviews().mistakes();
    out.writeInt(mistakes.size());
    for (ChangeReviews.Mistake mistake : mistakes) {
      out.writeUTF(mistake.from().toString());
      out.writeUTF(mistake.to().toString());
      out.writeInt(mistake.until());
      out.writeBoolean(mistake.made());
    }
    BacktestScores standings = tuner.backtestScores();
    out.writeInt(standings.since());
    out.writeInt(standings.backtestedAt());
    out.writeDouble(standings.penaltyFactor());
    TrackedClusterFormat.writeDoubles(tuner.waits().memory(), out);
    out.writeDouble(tuner.penaltyFactor());
    out.writeInt(standings.costs().size());
    for (Map.Entry<String, Double> cost : new TreeMap<>(standings.costs()).entrySet()) {
      out.writeUTF(cost.getKey());
      out.writeDouble(cost.getValue());
    }
    write(tuner.forecasts(), out);
    out.writeUTF(tuner.settings().runtimes());
    TrackedClusterFormat.writeSnapshot(tuner.predictorSnapshot(), out);
  }

  private static void write(GainForecasts forecasts, DataOutputStream out) throws IOException {
    TrackedClusterFormat.writeDoubles(forecasts.calibration().memory(), out);
    out.writeInt(forecasts.held());
    out.writeInt(forecasts.open().size());
    for (GainForecasts.Open one : forecasts.open()) {
      out.writeInt(one.forecast().time());
      out.writeUTF(one.forecast().from().toString());
      out.writeUTF(one.forecast().to().toString());
      out.writeDouble(one.forecast().mean());
      out.writeDouble(one.forecast().spread());
      out.writeDouble(one.interval().low());
      out.writeDouble(one.interval().high());
    }
  }

  private static void read(DataInputStream in, GainForecasts forecasts) throws IOException {
    double[] learned = TrackedClusterFormat.readDoubles(in);
    int held = in.readInt();
    List<GainForecasts.Open> open = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      int time = in.readInt();
      PolicySpec from = PolicySpec.parse(in.readUTF());
      PolicySpec to = PolicySpec.parse(in.readUTF());
      open.add(
          new GainForecasts.Open(
              new GainForecast(time, from, to, in.readDouble(), in.readDouble()),
              new GainInterval(in.readDouble(), in.readDouble())));
    }
    forecasts.recall(learned, held, open);
  }

  static void read(DataInputStream in, Tuner tuner) throws IOException {
    List<ChangeReview> open = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      open.add(readReview(in));
    }
    List<ChangeReviews.Mistake> mistakes = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      PolicySpec from = PolicySpec.parse(in.readUTF());
      PolicySpec to = PolicySpec.parse(in.readUTF());
      int until = in.readInt();
      mistakes.add(new ChangeReviews.Mistake(from, to, until, in.readBoolean()));
    }
    tuner.reviews().recall(open, mistakes);
    int since = in.readInt();
    int triedAt = in.readInt();
    double penaltyFactor = in.readDouble();
    tuner.waits().recall(TrackedClusterFormat.readDoubles(in));
    tuner.recallPenaltyFactor(in.readDouble());
    Map<String, Double> costs = new TreeMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      costs.put(in.readUTF(), in.readDouble());
    }
    tuner.backtestScores().recall(costs, since, triedAt, penaltyFactor);
    read(in, tuner.forecasts());
    boolean same = in.readUTF().equals(tuner.settings().runtimes());
    Snapshot learned = TrackedClusterFormat.readSnapshot(in);
    // a predictor that was configured after the checkpoint learns from the next events
    if (same) {
      tuner.restorePredictor(learned);
    }
  }

  private static ChangeReview readReview(DataInputStream in) throws IOException {
    ClusterState state = readState(in);
    SchedulingPolicy former = Policies.create(in.readUTF());
    former.adopt(state);
    former.restore(TrackedClusterFormat.readSnapshot(in));
    PolicySpec chosen = PolicySpec.parse(in.readUTF());
    int decided = in.readInt();
    boolean made = in.readBoolean();
    double penaltyFactor = in.readDouble();
    return made
        ? ChangeReview.made(state, former, chosen, decided, penaltyFactor)
        : ChangeReview.advised(state, former, chosen, penaltyFactor);
  }

  /** Takes slots, and may fail. */
  @FunctionalInterface
  interface Slots {
    /** The next slot. */
    void take(int slot) throws IOException;
  }

  /** The slots of the active jobs, in an order in which they can be admitted again. */
  static void inOrder(ClusterState state, Slots each) throws IOException {
    for (int slot = 0; slot < state.slotLimit(); slot++) {
      if (state.occupied(slot)
          && (state.phase(slot) == JobPhase.HELD || state.phase(slot) == JobPhase.SUSPENDED)) {
        each.take(slot);
      }
    }
    WaitingQueue waiting = state.waiting();
    for (int slot = waiting.first(); slot != ClusterState.NONE; slot = waiting.next(slot)) {
      each.take(slot);
    }
    for (int i = 0; i < state.running().size(); i++) {
      each.take(state.running().slot(i));
    }
  }

  private static void write(ClusterState state, DataOutputStream out) throws IOException {
    out.writeInt(state.now());
    out.writeInt(state.processors());
    out.writeInt(state.slotLimit());
    TrackedClusterFormat.writeInts(state.freeSlots(), out);
    out.writeInt(state.activeCount());
    int[] row = new int[ClusterState.ROW];
    inOrder(
        state,
        slot -> {
          out.writeInt(slot);
          state.copyRow(slot, row);
          out.write(TrackedClusterFormat.bytes(row));
        });
  }

  private static ClusterState readState(DataInputStream in) throws IOException {
    // until all jobs are back: they may hold more than the capacity
    ClusterState state = new ClusterState(ClusterState.LAST);
    state.advanceTo(in.readInt());
    int processors = in.readInt();
    state.layOut(in.readInt(), TrackedClusterFormat.readInts(in));
    int[] row = new int[ClusterState.ROW];
    for (int left = in.readInt(); left > 0; left--) {
      int slot = in.readInt();
      for (int i = 0; i < row.length; i++) {
        row[i] = in.readInt();
      }
      state.admit(slot, row);
    }
    state.setProcessors(processors);
    return state;
  }
}
