package io.gnomon.sim.predict;

import io.gnomon.sim.spec.Family;
import io.gnomon.sim.spec.Parameter;
import java.util.List;

/** A kind of predictor. Found by {@link java.util.ServiceLoader}, so you can add your own. */
public interface PredictorFamily extends Family<RuntimePredictor> {
  /** How fast the weight of old jobs decreases. */
  Parameter<Double> RETENTION =
      Parameter.number(
              "retention", 1, 0.01, 1, "weight of a job relative to the next one of its class")
          .inWords("each older job counts %s × as much");

  /** Number of jobs that a class needs before it predicts. */
  Parameter<Integer> LEAST =
      Parameter.integer("least", 5, 1, 10_000, "minimum jobs of a class for a prediction")
          .inWords("predicts from %s similar jobs");

  /** The parameters; each predictor uses those that apply to it. */
  @Override
  default List<Parameter<?>> parameters() {
    return List.of(RETENTION, LEAST);
  }
}
