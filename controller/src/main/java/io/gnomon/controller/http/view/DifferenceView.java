package io.gnomon.controller.http.view;

import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.sim.policy.difference.PolicyDifference;
import io.gnomon.sim.policy.difference.SiteValues;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.Map;

/**
 * What changes from one policy to another, as JSON. For one answer, in which the same pairs of
 * policies are often repeated; not thread-safe.
 */
public final class DifferenceView {
  private final SiteValues site;
  private final Map<String, Map<String, JsonObject>> known = new HashMap<>();
  private final Map<String, Map<String, JsonObject>> brief = new HashMap<>();

  /** A view with the site's own values of what a policy does not name. */
  public DifferenceView(SiteValues site) {
    this.site = site;
  }

  /** The difference of two policies in text form in a cluster. */
  static JsonObject of(String from, String to, TrackedCluster tracked) {
    return new DifferenceView(SiteValues.of(tracked.mirror().state())).of(from, to);
  }

  /** The difference of two policies in text form. */
  public JsonObject of(String from, String to) {
    return known
        .computeIfAbsent(from, first -> new HashMap<>())
        .computeIfAbsent(to, second -> json(PolicyDifference.between(from, to, site)));
  }

  /** The same without commands, for long lists. */
  JsonObject brief(String from, String to) {
    return brief
        .computeIfAbsent(from, first -> new HashMap<>())
        .computeIfAbsent(to, second -> settings(PolicyDifference.between(from, to, site)));
  }

  private static JsonObject json(PolicyDifference difference) {
    return settings(difference)
        .put("commands", difference.commands())
        .put("undo", difference.undo());
  }

  private static JsonObject settings(PolicyDifference difference) {
    return new JsonObject()
        .put("summary", difference.toString())
        .put("settings", difference.settings());
  }
}
