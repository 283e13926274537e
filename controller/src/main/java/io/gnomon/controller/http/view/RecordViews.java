package io.gnomon.controller.http.view;

import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.events.EventData;
import io.gnomon.events.WireEnum;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.LapsedProposal;
import io.gnomon.events.audit.OperatorRecorded;
import io.gnomon.events.audit.RecordedFidelity;
import io.gnomon.events.audit.RecordedReview;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Configuration;
import io.gnomon.sim.policy.Policies;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** JSON views of decisions, proposals and operations for the API. */
public final class RecordViews {
  private RecordViews() {}

  /**
   * A decision.
   *
   * @param differences from the configuration in force to the chosen one
   * @param each whether also to each alternative
   */
  public static JsonObject decision(
      DecisionRecorded decision, DifferenceView differences, boolean each) {
    Configuration inForce = decision.incumbent();
    String incumbent = inForce == null ? "" : inForce.policy();
    JsonArray alternatives = new JsonArray();
    decision
        .alternatives()
        .forEach(
            alternative -> {
              JsonObject json =
                  new JsonObject()
                      .put("policy", alternative.policy())
                      .put("policyInWords", Policies.describe(alternative.policy()))
                      .put("slowdown", alternative.meanSlowdown());
              putIfGiven(json, "gainLow", alternative.gainLow());
              putIfGiven(json, "gainHigh", alternative.gainHigh());
              putIfGiven(json, "slowdownGainLow", alternative.slowdownGainLow());
              putIfGiven(json, "slowdownGainHigh", alternative.slowdownGainHigh());
              putIfGiven(json, "longestWait", alternative.longestWait());
              if (each) {
                json.put("difference", differences.brief(incumbent, alternative.policy()));
              }
              putIfGiven(json, "excluded", wireName(alternative.excluded()));
              putIfGiven(json, "brokenGuard", alternative.brokenGuard());
              alternatives.add(json);
            });
    JsonObject json =
        new JsonObject()
            .put("id", decision.decision())
            .put("at", decision.at())
            .put("outcome", decision.outcome().wireName())
            .put("reason", decision.reason().wireName())
            .put("detail", decision.detail())
            .put("slowdown", decision.slowdown())
            .put("threshold", decision.threshold())
            .put("chosen", decision.chosen())
            .put("chosenInWords", inWords(decision.chosen()))
            .put("scenario", decision.scenario())
            .put("proposal", decision.proposal())
            .put("command", decision.command())
            .put("stateHash", decision.stateHash())
            .put("alternatives", alternatives);
    String chosen = decision.chosen();
    if (chosen != null && inForce != null) {
      json.put("difference", differences.of(incumbent, chosen));
    }
    putIfGiven(json, "extent", decision.extent());
    if (!decision.reviews().isEmpty()) {
      json.put("reviews", decision.reviews().stream().map(RecordViews::review).toList());
    }
    putIfGiven(json, "backtestAbandonedAt", timeOrNull(decision.backtestAbandonedAt()));
    putIfGiven(json, "cadence", wireName(decision.cadence()));
    RecordedFidelity fidelity = decision.fidelity();
    if (fidelity != null) {
      json.put("fidelity", FidelityView.of(fidelity));
    }
    LapsedProposal lapsed = decision.lapsed();
    if (lapsed != null) {
      json.put(
          "lapsed",
          new JsonObject()
              .put("proposal", lapsed.proposal())
              .put("cause", lapsed.cause().wireName()));
    }
    return json;
  }

  private static JsonObject review(RecordedReview review) {
    JsonObject json =
        new JsonObject()
            .put("from", review.from())
            .put("fromInWords", Policies.describe(review.from()))
            .put("to", review.to())
            .put("toInWords", Policies.describe(review.to()))
            .put("decided", review.decided())
            .put("since", review.since())
            .put("until", review.until())
            .put("made", review.made());
    putIfGiven(json, "gain", review.gain());
    return json.put("result", review.result().wireName());
  }

  private static @Nullable String inWords(@Nullable String policy) {
    return policy == null ? null : Policies.describe(policy);
  }

  private static @Nullable String wireName(@Nullable WireEnum constant) {
    return constant == null ? null : constant.wireName();
  }

  private static @Nullable Long timeOrNull(long time) {
    return time == EventData.NONE ? null : (Long) time;
  }

  /** An open proposal, with what it would change in the configuration in force. */
  static JsonObject proposal(ConfigRequested command, TrackedCluster tracked) {
    String policy = command.configuration().policy();
    return new JsonObject()
        .put("id", command.proposal())
        .put("command", command.command())
        .put("policy", policy)
        .put("policyInWords", Policies.describe(policy))
        .put("difference", DifferenceView.of(tracked.configuration().policy(), policy, tracked))
        .put("expectedVersion", command.expectedVersion())
        .put("contentHash", command.contentHash())
        .put("expiresAt", command.expiresAt())
        .put("reason", command.reason())
        .put("predicted", command.predicted());
  }

  public static JsonObject operator(OperatorRecorded record) {
    JsonObject json =
        new JsonObject()
            .put("record", record.record())
            .put("request", record.request())
            .put("at", record.at())
            .put("offset", record.offset())
            .put("action", record.action().wireName())
            .put("operator", record.operator())
            .put("reason", record.reason());
    putIfGiven(json, "mode", record.mode());
    putIfGiven(json, "freeze", record.freeze());
    putIfGiven(json, "from", timeOrNull(record.from()));
    putIfGiven(json, "until", timeOrNull(record.until()));
    putIfGiven(json, "proposal", record.proposal());
    putIfGiven(json, "command", record.command());
    return json;
  }

  static void putIfGiven(JsonObject json, String name, @Nullable Object value) {
    if (value != null) {
      json.put(name, value);
    }
  }
}
