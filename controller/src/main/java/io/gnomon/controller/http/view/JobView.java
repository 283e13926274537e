package io.gnomon.controller.http.view;

import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.forecast.RequestAlternative;
import io.gnomon.controller.forecast.StartOutlook;
import io.gnomon.controller.mirror.EndedJob;
import io.gnomon.controller.mirror.Mirror;
import io.gnomon.events.EventData;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.engine.Simulation;
import io.gnomon.sim.forecast.JobForecast;
import io.gnomon.sim.limit.HoldingLimit;
import io.gnomon.sim.machine.Request;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** One job as JSON: its state, what it waits for, when it starts, and what would help. */
public final class JobView {
  private static final int MOST_AHEAD = 10;

  private JobView() {}

  /** An active job without a forecast. */
  public static JsonObject active(TrackedCluster tracked, int slot) {
    Mirror mirror = tracked.mirror();
    JobPhase phase = mirror.state().phase(slot);
    JsonObject json = brief(mirror, slot).put("at", mirror.now());
    RequestView.add(json, mirror, slot);
    JsonObject priority =
        phase == JobPhase.WAITING || phase == JobPhase.HELD ? PriorityView.of(tracked, slot) : null;
    return priority == null ? json : json.put("priority", priority);
  }

  /** An active job as in a list. */
  static JsonObject brief(Mirror mirror, int slot) {
    ClusterState state = mirror.state();
    JobPhase phase = state.phase(slot);
    JsonObject json =
        new JsonObject()
            .put("job", mirror.name(slot))
            .put("state", phase.name().toLowerCase(Locale.ROOT))
            .put("user", mirror.users().name(state.user(slot)))
            .put("submittedAt", mirror.origin() + state.submitTime(slot))
            .put("processors", state.width(slot))
            .put("estimateSeconds", state.estimate(slot));
    if (phase == JobPhase.RUNNING) {
      json.put("startedAt", mirror.origin() + state.startTime(slot))
          .put("expectedEnd", mirror.origin() + state.expectedEnd(slot))
          .put("processors", state.heldProcessors(slot));
    }
    return json;
  }

  /** A job that has ended. */
  public static JsonObject ended(Mirror mirror, String job, EndedJob ended) {
    JsonObject json =
        new JsonObject()
            .put("job", job)
            .put("at", mirror.now())
            .put("state", ended.cancelled() ? "cancelled" : "completed")
            .put("submittedAt", ended.submittedAt())
            .put("processors", ended.processors())
            .put("estimateSeconds", ended.estimateSeconds())
            .put("endedAt", ended.endedAt());
    return ended.startedAt() == EventData.NONE ? json : json.put("startedAt", ended.startedAt());
  }

  /** A job that would be submitted now, without a forecast. */
  public static JsonObject request(TrackedCluster tracked, JobForecast.Request request) {
    return new JsonObject()
        .put("at", tracked.mirror().now())
        .put("processors", request.processors())
        .put("estimateSeconds", request.estimateSeconds());
  }

  /** Adds what the job waits for and its forecast. */
  public static JsonObject forecast(
      JsonObject json, TrackedCluster tracked, StartOutlook outlook, Impediment impediment) {
    ClusterState state = tracked.mirror().state();
    int width = outlook.start().request().processors();
    List<JsonObject> ahead =
        outlook.ahead().stream()
            .limit(MOST_AHEAD)
            .map(
                one ->
                    new JsonObject()
                        .put("job", one.job())
                        .put("processors", one.processors())
                        .put("start", outlook.origin() + one.start()))
            .toList();
    List<JsonObject> alternatives =
        IntStream.range(0, outlook.alternatives().size())
            .mapToObj(i -> alternative(outlook, i))
            .toList();
    HoldingLimit limit = impediment.limit();
    if (limit != null) {
      json.put("limit", limit(limit));
    }
    if (impediment.never() != null) {
      json.put("neverStarts", true);
    }
    return json.put("policy", tracked.configuration().policy())
        .put("waiting", state.waiting().size())
        .put("freeProcessors", state.freeProcessors())
        .put("clusterProcessors", state.processors())
        .put("waitsFor", JobWaitCause.of(state, width, impediment, outlook))
        .put("fidelity", FidelityView.brief(tracked))
        .put(
            "ahead",
            new JsonObject()
                .put("total", outlook.ahead().size())
                .put("jobs", ahead)
                .put("accounts", accounts(tracked, outlook)))
        .put(
            "forecast",
            start(outlook, outlook.start())
                .put("at", outlook.at())
                .put("horizonSeconds", outlook.horizonSeconds())
                .put("simulations", outlook.simulations()))
        .put("alternatives", alternatives);
  }

  /**
   * An answer without the names and accounts of the jobs ahead, for a user who may not see them.
   */
  public static JsonObject withoutOthers(JsonObject json) {
    JsonObject ahead = json.getJsonObject("ahead");
    if (ahead != null) {
      ahead.put("jobs", new JsonArray()).put("accounts", new JsonArray());
    }
    return json;
  }

  /** The accounts of the jobs ahead, those that request most processors first. */
  private static List<?> accounts(TrackedCluster tracked, StartOutlook outlook) {
    record Share(String account, int jobs, long processors) {}
    Map<String, Share> shares = new TreeMap<>();
    for (StartOutlook.Ahead one : outlook.ahead()) {
      int slot = tracked.mirror().slot(one.job());
      String account = slot == ClusterState.NONE ? null : tracked.effects().account(slot);
      if (account != null) {
        shares.merge(
            account,
            new Share(account, 1, one.processors()),
            (a, b) -> new Share(account, a.jobs + b.jobs, a.processors + b.processors));
      }
    }
    return shares.values().stream()
        .sorted(Comparator.comparing(share -> -share.processors))
        .limit(MOST_AHEAD)
        .toList();
  }

  /** The limit that holds a job back, with what it counts now. */
  private static JsonObject limit(HoldingLimit limit) {
    return ResourceView.limit(limit.use())
        .put("reason", limit.reason().text())
        .put("requested", limit.requested());
  }

  private static JsonObject alternative(StartOutlook outlook, int index) {
    RequestAlternative alternative = outlook.alternatives().get(index);
    JobForecast.Outcome outcome = outlook.starts().get(index);
    JsonObject json =
        new JsonObject()
            .put("change", alternative.change().word())
            .put("processors", alternative.request().processors())
            .put("estimateSeconds", alternative.request().estimateSeconds())
            .put("forecast", start(outlook, outcome));
    if (!alternative.name().isEmpty()) {
      json.put("name", alternative.name());
    }
    Request onNodes = alternative.request().onNodes();
    if (onNodes != null) {
      json.put("nodes", onNodes.minNodes());
    }
    int median = outlook.start().median();
    if (median != Simulation.NEVER && outcome.median() != Simulation.NEVER) {
      json.put("earlierSeconds", median - outcome.median());
    }
    return json;
  }

  private static JsonObject start(StartOutlook outlook, JobForecast.Outcome outcome) {
    return start(outlook.origin(), outcome.low(), outcome.median(), outcome.high());
  }

  /** The times of a start; those after the simulated time are left out. */
  public static JsonObject start(long origin, int low, int median, int high) {
    JsonObject json = new JsonObject();
    Map.of("low", low, "median", median, "high", high)
        .forEach(
            (name, second) -> {
              if (second != Simulation.NEVER) {
                json.put(name, origin + second);
              }
            });
    return json;
  }
}
