package io.gnomon.sim.predict;

import java.util.List;
import java.util.function.Function;

/** The built-in predictors without a package of their own, by name. */
final class BuiltInPredictors {
  private record Entry(
      String name, String summary, Function<PredictorSettings, RuntimePredictor> maker)
      implements PredictorFamily {
    @Override
    public RuntimePredictor create(PredictorSettings settings) {
      return maker.apply(settings);
    }
  }

  static final List<PredictorFamily> ALL =
      List.of(
          new Entry(
              "none", "nothing: estimates hold, as in EASY", settings -> RuntimePredictor.NONE),
          new Entry("estimate", "the estimate, known to its bin", settings -> new UserEstimate()),
          new Entry(
              "last-two",
              "mean of the two jobs of the same user that completed last",
              settings -> new LastTwoRuns()),
          new Entry(
              "class-mean",
              "mean and 1.5 deviations of the user's jobs of like width",
              ClassMean::new),
          new Entry(
              "user",
              "distribution of the same user's jobs",
              settings -> new EmpiricalPredictor(false, settings)),
          new Entry(
              "user-width",
              "distribution of the user's jobs of like width",
              settings -> new EmpiricalPredictor(true, settings)));

  private BuiltInPredictors() {}
}
