package io.gnomon.controller.checkpoint;

import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.tune.Tuner;
import java.util.function.Consumer;

/** The sections of a checkpoint about the tuner and what it has learned. */
final class TunerSections {
  private TunerSections() {}

  static void write(Tuner tuner, SectionWriter out) {
    out.write(Section.TUNER, tuner::snapshot);
    out.write(Section.HISTORY, tuner.history()::snapshot);
    out.write(Section.WINDOW, tuner.window()::snapshot);
    out.write(Section.CHANGES, tuner.changes()::snapshot);
    out.write(Section.REVIEWS, tuner.reviews()::snapshot);
    out.write(Section.FORECASTS, tuner.forecasts()::snapshot);
    out.write(Section.BACKTEST, tuner.backtestScores()::snapshot);
    if (!tuner.evidence().isEmpty()) {
      out.write(Section.EVIDENCE, tuner.evidence()::snapshot);
    }
    out.write(Section.WAITS, tuner.waits()::snapshot);
    out.write(Section.FIDELITY, tuner.fidelity()::snapshot);
    out.write(Section.FIDELITY_SPAN, tuner.fidelity()::spanSnapshot);
    out.write(
        Section.PREDICTOR,
        () ->
            new Snapshot()
                .put("name", tuner.settings().runtimes())
                .put("state", tuner.predictorSnapshot()));
  }

  /** Reads what is there: a checkpoint that would be too large is written without some sections. */
  static void read(Snapshot checkpoint, ClusterState state, Tuner tuner) {
    read(Section.TUNER, checkpoint, tuner::restore);
    read(Section.HISTORY, checkpoint, history -> tuner.history().restore(history, state));
    read(Section.WINDOW, checkpoint, tuner.window()::restore);
    read(Section.CHANGES, checkpoint, tuner.changes()::restore);
    read(Section.REVIEWS, checkpoint, reviews -> tuner.reviews().restore(reviews, state));
    read(Section.FORECASTS, checkpoint, tuner.forecasts()::restore);
    read(Section.BACKTEST, checkpoint, tuner.backtestScores()::restore);
    read(Section.EVIDENCE, checkpoint, tuner.evidence()::restore);
    read(Section.WAITS, checkpoint, tuner.waits()::restore);
    read(Section.FIDELITY, checkpoint, tuner.fidelity()::restore);
    read(Section.FIDELITY_SPAN, checkpoint, span -> tuner.fidelity().restoreSpan(span, state));
    read(Section.PREDICTOR, checkpoint, predictor -> readPredictor(predictor, tuner));
  }

  private static void read(Section section, Snapshot checkpoint, Consumer<Snapshot> restore) {
    if (section.isIn(checkpoint)) {
      restore.accept(section.read(checkpoint));
    }
  }

  private static void readPredictor(Snapshot predictor, Tuner tuner) {
    // a predictor that was configured after the checkpoint learns from the next events
    if (predictor.getString("name").equals(tuner.settings().runtimes())) {
      tuner.restorePredictor(predictor.getSection("state"));
    }
  }
}
