package io.gnomon.sim.predict;

/** A named kind of predictor. Found by {@link java.util.ServiceLoader}, so you can add your own. */
public interface PredictorFamily {
  /** The name in a policy's text form: lower-case letters and hyphens. */
  String name();

  /** One line that says what it predicts from. */
  String summary();

  /** Creates a predictor that has learned nothing. */
  RuntimePredictor create(PredictorSettings settings);
}
