package io.gnomon.sim.predict.hmm;

import io.gnomon.sim.predict.PredictorFamily;
import io.gnomon.sim.predict.RuntimePredictor;
import io.gnomon.sim.spec.Spec;

/** The built-in predictor {@code hmm}; a service provider of {@link PredictorFamily}. */
public final class HmmFamily implements PredictorFamily {
  @Override
  public String name() {
    return "hmm";
  }

  @Override
  public String summary() {
    return "hidden Markov model over 16 learned distributions, in slices of 15 minutes";
  }

  @Override
  public RuntimePredictor create(Spec spec) {
    return new HmmPredictor();
  }
}
