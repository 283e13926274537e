package io.gnomon.sim.policy.probabilistic;

import io.gnomon.sim.policy.Parameter;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.PredictorSettings;
import io.gnomon.sim.predict.Predictors;
import io.gnomon.sim.predict.RuntimePredictor;
import java.util.List;
import java.util.stream.Collectors;

/** The family {@code probabilistic}. */
public final class ProbabilisticFamily implements PolicyFamily {
  /** Its name in the text form. */
  public static final String NAME = "probabilistic";

  /** The probability of a delay from which on a job is not backfilled. */
  public static final Parameter<Double> TAU =
      Parameter.number("tau", 0.05, 0, 1, "least probability of a delay that forbids backfilling");

  /** Who predicts the runtimes. */
  public static final Parameter<String> PREDICTOR =
      Parameter.choice(
          "predictor",
          "user",
          Predictors.names(),
          Predictors.families().stream()
              .map(family -> family.name() + ": " + family.summary())
              .collect(Collectors.joining("; ")));

  /** How fast old jobs are forgotten. */
  public static final Parameter<Double> RETENTION =
      Parameter.number(
          "retention", 1, 0.01, 1, "weight of a job relative to the next of its class");

  /** How many jobs a class needs before it predicts. */
  public static final Parameter<Integer> LEAST =
      Parameter.integer("least", 5, 1, 10_000, "jobs of a class before it predicts");

  /** How the probability of a delay is taken. */
  public static final Parameter<String> BOUND =
      Parameter.choice(
          "bound",
          "study",
          List.of("study", "exact"),
          "study: a lower bound of the probability of a delay; exact: itself where that is feasible");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String summary() {
    return "probabilistic backfilling: a job starts early if it is unlikely to delay the first";
  }

  @Override
  public List<Parameter<?>> parameters() {
    return List.of(TAU, PREDICTOR, RETENTION, LEAST, BOUND);
  }

  @Override
  public SchedulingPolicy create(PolicySpec spec) {
    RuntimePredictor predictor =
        Predictors.create(
            PREDICTOR.in(spec), new PredictorSettings(RETENTION.in(spec), LEAST.in(spec)));
    return new Probabilistic(spec, TAU.in(spec), BOUND.in(spec).equals("exact"), predictor);
  }
}
