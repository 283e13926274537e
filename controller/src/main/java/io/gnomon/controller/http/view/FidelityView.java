package io.gnomon.controller.http.view;

import io.gnomon.controller.cluster.decide.FidelityText;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.events.EventData;
import io.gnomon.events.audit.RecordedFidelity;
import io.gnomon.sim.fidelity.Fidelity;
import io.gnomon.sim.fidelity.FidelityResult;
import io.gnomon.sim.fidelity.FidelitySettings;
import io.gnomon.sim.fidelity.FidelityTotals;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** How well the model predicts what the scheduler does, as JSON for the API. */
final class FidelityView {
  private FidelityView() {}

  /** The fidelity now, in all and by partition; null if nothing is measured. */
  static @Nullable JsonObject of(TrackedCluster tracked) {
    JsonObject json = brief(tracked);
    FidelityResult latest = tracked.tuner().fidelity().latest();
    if (json == null || latest == null) {
      return json;
    }
    long origin = tracked.mirror().origin();
    JsonArray partitions = new JsonArray();
    latest
        .partitions()
        .forEach(
            (name, totals) -> partitions.add(put(new JsonObject().put("partition", name), totals)));
    return json.put("since", origin + latest.since())
        .put("until", origin + latest.until())
        .put("partitions", partitions);
  }

  /** The fidelity now, in all; null if nothing is measured. */
  static @Nullable JsonObject brief(TrackedCluster tracked) {
    Fidelity fidelity = tracked.tuner().fidelity();
    FidelitySettings settings = fidelity.settings();
    if (!settings.measures()) {
      return null;
    }
    JsonObject json =
        new JsonObject()
            .put("trusted", fidelity.trusted())
            .put("requiredJobs", settings.jobs())
            .put("mostError", settings.mostError())
            .put("mostBias", settings.mostBias())
            .put("objection", fidelity.trusted() ? null : FidelityText.objection(fidelity));
    return put(json, fidelity.total());
  }

  private static JsonObject put(JsonObject json, FidelityTotals totals) {
    json.put("jobs", totals.jobs());
    return totals.jobs() == 0
        ? json
        : json.put("meanWait", totals.meanWait())
            .put("meanPredictedWait", totals.meanPredictedWait())
            .put("waitError", totals.error())
            .put("waitBias", totals.bias())
            .put("startedEarlier", totals.earlierShare())
            .put("startedLater", totals.laterShare());
  }

  /** The fidelity in a decision record. */
  static JsonObject of(RecordedFidelity recorded) {
    JsonObject json =
        new JsonObject()
            .put("trusted", recorded.trusted())
            .put("jobs", recorded.jobs())
            .put("requiredJobs", recorded.requiredJobs());
    RecordViews.putIfGiven(json, "waitError", recorded.waitError());
    RecordViews.putIfGiven(json, "waitBias", recorded.waitBias());
    RecordViews.putIfGiven(json, "startedEarlier", recorded.startedEarlier());
    RecordViews.putIfGiven(json, "startedLater", recorded.startedLater());
    return recorded.comparedSeconds() == EventData.NONE
        ? json
        : json.put("comparedSeconds", recorded.comparedSeconds());
  }
}
