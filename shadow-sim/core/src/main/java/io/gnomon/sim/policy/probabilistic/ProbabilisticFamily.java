package io.gnomon.sim.policy.probabilistic;

import io.gnomon.sim.policy.LibraryPolicy;
import io.gnomon.sim.policy.PolicyFamily;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.predict.PredictorFamily;
import io.gnomon.sim.predict.Predictors;
import io.gnomon.sim.spec.Description;
import io.gnomon.sim.spec.Parameter;
import io.gnomon.sim.spec.Spec;
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
                  .collect(Collectors.joining("; ")))
          .inWords("runtimes predicted by '%s'");

  /** How the probability of a delay is computed. */
  public static final Parameter<String> BOUND =
      Parameter.choice(
              "bound",
              "study",
              List.of("study", "exact"),
              "study: a lower bound of the probability of a delay; exact: the probability itself if feasible")
          .inWords("%s probability");

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
    return List.of(TAU, PREDICTOR, PredictorFamily.RETENTION, PredictorFamily.LEAST, BOUND);
  }

  @Override
  public String describe(Spec spec) {
    Description policy = new Description(spec, parameters());
    return policy
        .add(
            "jobs start early if they delay the oldest with a probability below "
                + policy.percent(TAU.name()))
        .toString();
  }

  @Override
  public List<LibraryPolicy> library() {
    return List.of(LibraryPolicy.slow(NAME));
  }

  @Override
  public SchedulingPolicy create(Spec spec) {
    return new Probabilistic(spec, test(spec));
  }

  @Override
  public String refusesNodes() {
    return "";
  }

  @Override
  public SchedulingPolicy createForNodes(Spec spec) {
    return new NodeProbabilistic(spec, test(spec));
  }

  private static DelayTest test(Spec spec) {
    Spec predictor = Spec.of(PREDICTOR.in(spec));
    for (Parameter<?> parameter : List.of(PredictorFamily.RETENTION, PredictorFamily.LEAST)) {
      predictor = predictor.with(parameter.name(), parameter.in(spec));
    }
    return new DelayTest(
        TAU.in(spec), BOUND.in(spec).equals("exact"), Predictors.create(predictor));
  }
}
