package io.gnomon.sim.predict;

/**
 * A kind of predictor, by name. Found by {@link java.util.ServiceLoader}, so that an administrator
 * can add one.
 */
public interface PredictorFamily {
  /** What it is called in a policy's text form: small letters and dashes. */
  String name();

  /** One line on what it predicts from. */
  String summary();

  /** A predictor that knows nothing yet. */
  RuntimePredictor create(PredictorSettings settings);
}
