package io.gnomon.controller.http.view;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.TrackedCluster;
import io.gnomon.controller.counterfactual.Baseline;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** The effect of Gnomon's changes on a cluster as JSON for the API. */
public final class EffectViews {
  private final Baseline baseline;

  public EffectViews(Baseline baseline) {
    this.baseline = baseline;
  }

  /** The mean figures of the time, with and without Gnomon's changes. */
  public JsonObject effect(ClusterController cluster, LongPredicate within) {
    double actual = 0;
    double untuned = 0;
    int points = 0;
    JsonArray all = points(cluster, within);
    for (int i = 0; i < all.size(); i++) {
      JsonObject point = all.getJsonObject(i);
      if (point.getJsonObject("untuned") != null) {
        actual += point.getJsonObject("actual").getDouble("slowdown");
        untuned += point.getJsonObject("untuned").getDouble("slowdown");
        points++;
      }
    }
    return new JsonObject()
        .put("since", all.isEmpty() ? null : all.getJsonObject(0).getLong("at"))
        .put("until", all.isEmpty() ? null : all.getJsonObject(all.size() - 1).getLong("at"))
        .put("jobs", 0)
        .put("changes", cluster.counters().appliedCommands())
        .put("recommendations", cluster.counters().commands())
        .put(
            "slowdown",
            compared(points == 0 ? null : actual / points, points == 0 ? null : untuned / points))
        .put("meanWait", compared(null, null))
        .put("waitHoursSaved", null)
        .put("byCategory", new JsonArray())
        .put("byPartition", new JsonArray())
        .put("byAccount", new JsonArray());
  }

  /** The points of the time. */
  public JsonObject history(ClusterController cluster, LongPredicate within) {
    return new JsonObject().put("points", points(cluster, within)).put("changes", new JsonArray());
  }

  private JsonArray points(ClusterController cluster, LongPredicate within) {
    JsonArray points = new JsonArray();
    TrackedCluster tracked = cluster.tracked();
    if (tracked == null) {
      return points;
    }
    Map<Long, Double> untuned = new HashMap<>();
    baseline.points(cluster.cluster()).forEach(point -> untuned.put(point.at(), point.slowdown()));
    long origin = tracked.mirror().origin();
    for (TrackedCluster.Observation observation : tracked.observations()) {
      long at = origin + observation.second();
      if (within.test(at)) {
        points.add(
            new JsonObject()
                .put("at", at)
                .put("actual", figures(observation.slowdown()))
                .put("untuned", untuned.containsKey(at) ? figures(untuned.get(at)) : null)
                .put("advised", null));
      }
    }
    return points;
  }

  private static JsonObject figures(@Nullable Double slowdown) {
    return new JsonObject()
        .put("slowdown", slowdown)
        .put("meanWait", null)
        .put("queueLength", null)
        .put("utilization", null);
  }

  private static JsonObject compared(@Nullable Double actual, @Nullable Double untuned) {
    return new JsonObject().put("actual", actual).put("untuned", untuned).put("advised", null);
  }
}
