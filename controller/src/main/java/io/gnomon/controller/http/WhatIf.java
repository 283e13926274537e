package io.gnomon.controller.http;

import io.gnomon.controller.cluster.TrackedCluster;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.policy.PolicyWords;
import io.gnomon.sim.policy.SchedulingPolicy;
import io.gnomon.sim.scenario.Scenario;
import io.gnomon.sim.study.AlternativeResult;
import io.gnomon.sim.study.PairedGain;
import io.gnomon.sim.study.ShadowStudy;
import io.gnomon.sim.study.StudyResult;
import io.gnomon.sim.tune.Tuner;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/**
 * The request for a study through the API.
 *
 * @param policies the policies to simulate; empty for the alternatives of a regular study
 * @param horizonSeconds the horizon of the simulation
 * @param replayed whether the arrivals of the recent past are repeated; otherwise none arrive
 */
record WhatIf(List<PolicySpec> policies, int horizonSeconds, boolean replayed) {

  /**
   * Parses the body of a request.
   *
   * @throws io.gnomon.sim.policy.InvalidPolicyException if a policy is invalid or cannot schedule
   *     the cluster's nodes
   */
  static WhatIf of(JsonObject body, TrackedCluster known) {
    List<PolicySpec> policies = new ArrayList<>();
    for (Object policy : body.getJsonArray("policies", new JsonArray())) {
      policies.add(Policies.create((String) policy, known.mirror().state()).spec());
    }
    int horizon = body.getInteger("horizonSeconds", known.tuner().settings().horizonSeconds());
    return new WhatIf(policies, horizon, !body.getString("arrivals", "replay").equals("none"));
  }

  /** Creates the study, from the current state. */
  ShadowStudy study(TrackedCluster known) {
    Tuner tuner = known.tuner();
    ClusterState state = known.mirror().state();
    List<Scenario> scenarios =
        List.of(replayed ? tuner.replay(state.now(), horizonSeconds) : Scenario.none());
    SchedulingPolicy incumbent = known.policy();
    return policies.isEmpty()
        ? tuner.whatIf(state, incumbent, scenarios, known.possible(), horizonSeconds)
        : tuner.whatIf(
            state,
            incumbent,
            scenarios,
            policies.stream().filter(policy -> !policy.equals(incumbent.spec())).toList(),
            horizonSeconds);
  }

  /**
   * Returns the result as JSON.
   *
   * @param at the time of the request
   * @param impossible the policies that the scheduler does not support
   */
  JsonObject json(long at, StudyResult result, List<PolicySpec> impossible) {
    JsonArray alternatives = new JsonArray();
    AlternativeResult incumbent = result.incumbent();
    for (AlternativeResult one : result.alternatives()) {
      JsonObject json =
          new JsonObject()
              .put("policy", one.spec().toString())
              .put("policyInWords", PolicyWords.of(one.spec()))
              .put("meanBoundedSlowdown", one.meanBoundedSlowdown())
              .put("jobs", one.jobs())
              .put("possible", !impossible.contains(one.spec()));
      put(json, one.slowdownGainOver(incumbent), one == incumbent);
      alternatives.add(json);
    }
    return new JsonObject()
        .put("at", at)
        .put("horizonSeconds", result.horizonSeconds())
        .put("scenario", String.join(",", result.scenarios()))
        .put("best", result.best().spec().toString())
        .put("bestInWords", PolicyWords.of(result.best().spec()))
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
