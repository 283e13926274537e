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
  /** The name in the text form. */
  public static final String NAME = "probabilistic";

  /** The probability of a delay from which on a job is not backfilled. */
  public static final Parameter<Double> TAU =
      Parameter.number(
          "tau", 0.05, 0, 1, "probability of a delay from which on a job is not backfilled");

  /** The predictor of runtimes. */
  public static final Parameter<String> PREDICTOR =
      Parameter.choice(
          "predictor",
          "user",
          Predictors.names(),
          Predictors.families().stream()
              .map(family -> family.name() + ": " + family.summary())
              .collect(Collectors.joining("; ")));

  /** How fast the weight of old jobs decreases. */
  public static final Parameter<Double> RETENTION =
      Parameter.number(
          "retention", 1, 0.01, 1, "weight of a job relative to the next one of its class");

  /** Number of jobs that a class needs before it predicts. */
  public static final Parameter<Integer> LEAST =
      Parameter.integer("least", 5, 1, 10_000, "minimum jobs of a class for a prediction");

  /** How the probability of a delay is computed. */
  public static final Parameter<String> BOUND =
      Parameter.choice(
          "bound",
          "study",
          List.of("study", "exact"),
          "study: a lower bound of the probability of a delay; exact: the probability itself if feasible");

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
    return new Probabilistic(spec, test(spec));
  }

  @Override
  public String refusesNodes() {
    return "";
  }

  @Override
  public SchedulingPolicy createForNodes(PolicySpec spec) {
    return new NodeProbabilistic(spec, test(spec));
  }

  private static DelayTest test(PolicySpec spec) {
    RuntimePredictor predictor =
        Predictors.create(
            PREDICTOR.in(spec), new PredictorSettings(RETENTION.in(spec), LEAST.in(spec)));
    return new DelayTest(TAU.in(spec), BOUND.in(spec).equals("exact"), predictor);
  }
}
