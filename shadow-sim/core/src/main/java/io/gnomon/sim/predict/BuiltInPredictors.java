package io.gnomon.sim.predict;

import io.gnomon.sim.spec.Spec;
import java.util.List;
import java.util.function.Function;

/** The built-in predictors without a package of their own, by name. */
final class BuiltInPredictors {
  private record Entry(
      String name, String summary, Function<PredictorSettings, RuntimePredictor> maker)
      implements PredictorFamily {
    @Override
    public RuntimePredictor create(Spec spec) {
      return maker.apply(PredictorSettings.of(spec));
    }
  }

  static final List<PredictorFamily> ALL =
      List.of(
          new Entry(
              "none",
              "no prediction: uses estimates, as in EASY",
              settings -> RuntimePredictor.NONE),
          new Entry("estimate", "the estimate, rounded to its bin", settings -> new UserEstimate()),
          new Entry(
              "last-two",
              "mean runtime of the user's last two completed jobs",
              settings -> new LastTwoRuns()),
          new Entry(
              "class-mean",
              "mean plus 1.5 standard deviations of the user's jobs of similar width",
              ClassMean::new),
          new Entry(
              "user",
              "distribution of the user's jobs",
              settings -> new EmpiricalPredictor(false, settings)),
          new Entry(
              "user-width",
              "distribution of the user's jobs of similar width",
              settings -> new EmpiricalPredictor(true, settings)));

  private BuiltInPredictors() {}
}
