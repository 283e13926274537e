package io.gnomon.controller.http.view;

import io.gnomon.controller.node.GroupUse;
import io.gnomon.controller.node.NodeCounts;
import io.gnomon.controller.node.NodeUse;
import io.gnomon.controller.node.ResourceAmount;
import io.gnomon.controller.node.WaitReason;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.limit.LimitUse;
import io.gnomon.sim.machine.NodeClass;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** The use of a cluster's nodes, and of the limits of its jobs, as JSON. */
public final class ResourceView {
  private static final int MOST_CLASSES = 100;

  private ResourceView() {}

  /**
   * Returns the use by resource and class, and the waiting jobs by what they wait for.
   *
   * @param origin the epoch second that is second 0
   */
  public static JsonObject json(NodeUse use, long origin) {
    GroupUse all = use.all();
    JsonObject waiting = new JsonObject();
    for (WaitReason reason : WaitReason.values()) {
      waiting.put(reason.word(), use.waiting(reason));
    }
    return new JsonObject()
        .put("at", origin + use.second())
        .put("nodes", nodes(all.nodes()))
        .put("resources", resources(all))
        .put("classes", use.groups(MOST_CLASSES).stream().map(ResourceView::group).toList())
        .put("waiting", use.waiting())
        .put("waitingFor", waiting);
  }

  /** The limits that count jobs and what they hold, the most used ones first. */
  public static JsonObject limits(ClusterState state, int most) {
    List<LimitUse> uses = state.hasLimits() ? state.limiting().uses() : List.of();
    return new JsonObject()
        .put("total", uses.size())
        .put("limits", uses.stream().limit(most).map(ResourceView::limit).toList());
  }

  /** The limit with its parts, and in words. */
  static JsonObject limit(LimitUse use) {
    JsonObject json =
        new JsonObject()
            .put("limit", use.name())
            .put("holder", use.holder())
            .put("most", use.most())
            .put("unit", use.unit().name().toLowerCase(Locale.ROOT))
            .put("inWords", use.text());
    if (!use.tres().isEmpty()) {
      json.put("tres", use.tres());
    }
    return use.unit() == LimitUse.Unit.JOB ? json : json.put("present", use.present());
  }

  private static JsonObject group(GroupUse group) {
    JsonObject json = new JsonObject().put("name", group.name());
    NodeClass node = group.node();
    if (node != null) {
      json.put("cpusPerNode", node.cpus());
      if (node.memory() != NodeClass.UNKNOWN_MEMORY) {
        json.put("memoryPerNodeMb", node.memory());
      }
      if (!node.gpus().isEmpty()) {
        JsonObject gpus = new JsonObject();
        new TreeMap<>(node.gpus()).forEach(gpus::put);
        json.put("gpusPerNode", gpus);
      }
    }
    return json.put("nodes", nodes(group.nodes())).put("resources", resources(group));
  }

  private static JsonObject nodes(NodeCounts nodes) {
    return new JsonObject()
        .put("total", nodes.total())
        .put("up", nodes.up())
        .put("drained", nodes.drained())
        .put("down", nodes.down())
        .put("inUse", nodes.inUse())
        .put("free", nodes.free());
  }

  private static JsonArray resources(GroupUse group) {
    JsonArray resources = new JsonArray().add(amount("cpus", group.cpus()));
    if (group.memory().total() > 0) {
      resources.add(amount("memory", group.memory()));
    }
    group.gpus().forEach((type, gpus) -> resources.add(amount("gpus", gpus).put("type", type)));
    return resources;
  }

  private static JsonObject amount(String resource, ResourceAmount amount) {
    return new JsonObject()
        .put("resource", resource)
        .put("total", amount.total())
        .put("inUse", amount.inUse())
        .put("free", amount.free());
  }
}
