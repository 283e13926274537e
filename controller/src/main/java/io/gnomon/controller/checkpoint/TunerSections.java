package io.gnomon.controller.checkpoint;

import io.gnomon.sim.snapshot.Snapshot;
import io.gnomon.sim.tune.Tuner;

/** The sections of a checkpoint about the tuner and what it has learned. */
final class TunerSections {
  private TunerSections() {}

  static void write(Tuner tuner, Snapshot checkpoint) {
    Section.TUNER.write(checkpoint, tuner.snapshot());
    Section.HISTORY.write(checkpoint, tuner.history().snapshot());
    Section.WINDOW.write(checkpoint, tuner.window().snapshot());
    Section.CHANGES.write(checkpoint, tuner.changes().snapshot());
    Section.REVIEWS.write(checkpoint, tuner.reviews().snapshot());
    Section.FORECASTS.write(checkpoint, tuner.forecasts().snapshot());
    Section.BACKTEST.write(checkpoint, tuner.backtestScores().snapshot());
    Section.WAITS.write(checkpoint, tuner.waits().snapshot());
    Section.PREDICTOR.write(
        checkpoint,
        new Snapshot()
            .put("name", tuner.settings().runtimes())
            .put("state", tuner.predictorSnapshot()));
  }

  static void read(Snapshot checkpoint, Tuner tuner) {
    tuner.restore(Section.TUNER.read(checkpoint));
    tuner.history().restore(Section.HISTORY.read(checkpoint));
    tuner.window().restore(Section.WINDOW.read(checkpoint));
    tuner.changes().restore(Section.CHANGES.read(checkpoint));
    tuner.reviews().restore(Section.REVIEWS.read(checkpoint));
    tuner.forecasts().restore(Section.FORECASTS.read(checkpoint));
    tuner.backtestScores().restore(Section.BACKTEST.read(checkpoint));
    tuner.waits().restore(Section.WAITS.read(checkpoint));
    Snapshot predictor = Section.PREDICTOR.read(checkpoint);
    // a predictor that was configured after the checkpoint learns from the next events
    if (predictor.getString("name").equals(tuner.settings().runtimes())) {
      tuner.restorePredictor(predictor.getSection("state"));
    }
  }
}
