package io.gnomon.controller.http;

import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.http.view.DifferenceView;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.feedback.Change;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.policy.difference.SiteValues;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.spec.Spec;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.PairedGain;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.tune.AlternativeSelection.Objections;
import io.gnomon.sim.tune.Cadence;
import io.gnomon.sim.tune.NoChangeReason;
import io.gnomon.sim.tune.Tuner;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The request for a study through the API.
 *
 * @param policies the policies to simulate; empty for the alternatives of a regular study
 * @param horizonSeconds the horizon of the simulation
 * @param arrivals which jobs arrive
 */
record WhatIfRequest(List<Spec> policies, int horizonSeconds, Arrivals arrivals) {
  /** Which jobs arrive in the simulation. */
  enum Arrivals {
    /** All as in a study that decides, with its horizon and criteria. */
    STUDIES,
    /** Those of the recent past again. */
    REPLAY,
    /** None. */
    NONE
  }

  /**
   * Parses the body of a request.
   *
   * @throws io.gnomon.sim.spec.InvalidSpecException if a policy is invalid or cannot schedule the
   *     cluster's nodes
   */
  static WhatIfRequest of(JsonObject body, TrackedCluster known) {
    List<Spec> policies = new ArrayList<>();
    for (Object policy : body.getJsonArray("policies", new JsonArray())) {
      policies.add(known.named((String) policy));
    }
    int horizon = body.getInteger("horizonSeconds", known.tuner().settings().horizonSeconds());
    String arrivals = body.getString("arrivals", "replay");
    return new WhatIfRequest(
        policies, horizon, Arrivals.valueOf(arrivals.toUpperCase(Locale.ROOT)));
  }

  /** Creates the study, from the current state. */
  ShadowStudy study(TrackedCluster known) {
    Tuner tuner = known.tuner();
    ClusterState state = known.mirror().state();
    if (arrivals == Arrivals.STUDIES) {
      return asEvaluated(known);
    }
    List<Scenario> scenarios =
        List.of(
            arrivals == Arrivals.REPLAY
                ? tuner.replay(state.now(), horizonSeconds)
                : Scenario.none());
    SchedulingPolicy incumbent = known.policy();
    return policies.isEmpty()
        ? tuner.studies().whatIf(state, incumbent, scenarios, known.possible(), horizonSeconds)
        : tuner.studies().whatIf(state, incumbent, scenarios, named(known), horizonSeconds);
  }

  /** The policies that the request names, without the one in force. */
  private List<Spec> named(TrackedCluster known) {
    Spec incumbent = known.policy().spec();
    return policies.stream().filter(policy -> !policy.equals(incumbent)).toList();
  }

  private ShadowStudy asEvaluated(TrackedCluster known) {
    Tuner tuner = known.tuner();
    ClusterState state = known.mirror().state();
    SchedulingPolicy incumbent = known.policy();
    boolean durable = tuner.settings().cadence() == Cadence.DURABLE;
    List<Scenario> scenarios = durable ? List.of() : tuner.scenarios(state);
    int oldest = tuner.oldest(state);
    return policies.isEmpty()
        ? tuner.studies().ofEvaluation(state, incumbent, scenarios, known.possible(), oldest)
        : tuner.studies().asEvaluated(state, incumbent, scenarios, named(known), oldest);
  }

  /** What the answer needs of the cluster at the time of the request. */
  record Context(
      long at, List<Spec> impossible, Objections objections, DifferenceView differences) {
    static Context of(TrackedCluster known, ShadowStudy study, @Nullable Change inForce) {
      ClusterState state = known.mirror().state();
      return new Context(
          known.mirror().now(),
          study.specs().stream().skip(1).filter(spec -> !known.allows(spec)).toList(),
          known.tuner().objections(inForce),
          new DifferenceView(SiteValues.of(state)));
    }
  }

  /** Returns the result as JSON. */
  JsonObject json(Context context, StudyResult result) {
    JsonArray alternatives = new JsonArray();
    AlternativeResult incumbent = result.incumbent();
    for (AlternativeResult one : result.alternatives()) {
      JsonObject json =
          new JsonObject()
              .put("policy", one.spec().toString())
              .put("policyInWords", Policies.describe(one.spec()))
              .put("meanBoundedSlowdown", one.meanBoundedSlowdown())
              .put("jobs", one.jobs())
              .put("possible", !context.impossible().contains(one.spec()))
              .put("longestWait", one.longestWait())
              .put(
                  "difference",
                  context.differences().of(incumbent.spec().toString(), one.spec().toString()));
      put(json, one.slowdownGainOver(incumbent), one == incumbent);
      NoChangeReason objection = one == incumbent ? null : context.objections().to(result, one);
      if (objection != null) {
        json.put("objection", objection.name());
      }
      alternatives.add(json);
    }
    return new JsonObject()
        .put("at", context.at())
        .put("horizonSeconds", result.horizonSeconds())
        .put("scenario", String.join(",", result.scenarios()))
        .put("best", result.best().spec().toString())
        .put("bestInWords", Policies.describe(result.best().spec()))
        .put("alternatives", alternatives);
  }

  private static void put(JsonObject json, PairedGain gain, boolean incumbent) {
    json.put("gain", gain.gain());
    if (incumbent) {
      return;
    }
    json.put("significant", gain.significant());
    if (Double.isFinite(gain.standardErrors())) {
      json.put("significance", gain.standardErrors());
    }
    if (Double.isFinite(gain.low())) {
      json.put("gainLow", gain.low()).put("gainHigh", gain.high());
    }
  }
}
