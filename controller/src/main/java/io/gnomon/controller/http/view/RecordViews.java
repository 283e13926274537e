package io.gnomon.controller.http.view;

import io.gnomon.events.EventData;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.OperatorRecorded;
import io.gnomon.events.audit.SimulatedExtent;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.events.config.Prediction;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** What was decided, proposed and done, as the API tells it. */
public final class RecordViews {
  private RecordViews() {}

  public static JsonObject decision(DecisionRecorded decision) {
    JsonArray alternatives = new JsonArray();
    decision
        .alternatives()
        .forEach(
            alternative -> {
              JsonObject json =
                  new JsonObject()
                      .put("policy", alternative.policy())
                      .put("slowdown", alternative.meanSlowdown());
              putIfGiven(json, "gainLow", alternative.gainLow());
              putIfGiven(json, "gainHigh", alternative.gainHigh());
              alternatives.add(json);
            });
    JsonObject told =
        new JsonObject()
            .put("id", decision.decision())
            .put("at", decision.at())
            .put("outcome", decision.outcome().wireName())
            .put("reason", decision.reason())
            .put("detail", decision.detail())
            .put("slowdown", decision.slowdown())
            .put("threshold", decision.threshold())
            .put("chosen", decision.chosen())
            .put("future", decision.future())
            .put("proposal", decision.proposal())
            .put("command", decision.command())
            .put("stateHash", decision.stateHash())
            .put("alternatives", alternatives);
    SimulatedExtent extent = decision.extent();
    if (extent != null) {
      told.put(
          "extent",
          new JsonObject().put("futures", extent.futures()).put("complete", extent.complete()));
    }
    if (decision.trialGivenUp()) {
      told.put("trialGivenUp", true);
    }
    return told;
  }

  public static JsonObject proposal(ConfigRequested command) {
    Prediction predicted = command.predicted();
    return new JsonObject()
        .put("id", command.proposal())
        .put("command", command.command())
        .put("policy", command.configuration().policy())
        .put("expectedVersion", command.expectedVersion())
        .put("contentHash", command.contentHash())
        .put("expiresAt", command.expiresAt())
        .put("reason", command.reason())
        .put(
            "predicted",
            predicted == null
                ? null
                : new JsonObject()
                    .put("incumbentSlowdown", predicted.incumbentSlowdown())
                    .put("chosenSlowdown", predicted.chosenSlowdown()));
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
    putIfGiven(json, "from", record.from() == EventData.NONE ? null : (Long) record.from());
    putIfGiven(json, "until", record.until() == EventData.NONE ? null : (Long) record.until());
    putIfGiven(json, "proposal", record.proposal());
    putIfGiven(json, "command", record.command());
    return json;
  }

  private static void putIfGiven(JsonObject json, String name, @Nullable Object value) {
    if (value != null) {
      json.put(name, value);
    }
  }
}
