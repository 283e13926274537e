package io.gnomon.controller.http.view;

import io.gnomon.controller.mirror.Mirror;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.machine.Machine;
import io.gnomon.sim.machine.Request;
import io.gnomon.sim.machine.placement.Placement;
import io.gnomon.sim.priority.JobAccount;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.TreeMap;

/** What a job requests of nodes, and whose it is, as JSON; what it does not request is absent. */
final class RequestView {
  private RequestView() {}

  /** Adds it to an active job; nothing on a pool of processors. */
  static void add(JsonObject json, Mirror mirror, int slot) {
    ClusterState state = mirror.state();
    if (!state.hasNodes()) {
      return;
    }
    Machine machine = state.nodes().machine();
    Request request = state.nodes().shape(slot).request();
    JsonArray partitions = new JsonArray();
    if (state.phase(slot).isStarted()) {
      Placement placement = state.nodes().placement(slot);
      partitions.add(machine.partitions().get(placement.partition()).name());
      json.put("nodes", placement.size());
    } else {
      request.partitions().forEach(partitions::add);
      json.put("nodes", request.minNodes());
    }
    if (partitions.isEmpty() && machine.defaultPartition() >= 0) {
      partitions.add(machine.partitions().get(machine.defaultPartition()).name());
    }
    json.put("partitions", partitions);
    put(json, "memoryPerNodeMb", request.memoryPerNode());
    put(json, "memoryPerCpuMb", request.memoryPerCpu());
    put(json, "gpusPerNode", request.gpusPerNode());
    put(json, "gpusPerJob", request.gpusPerJob());
    put(json, "licenses", request.licenses());
    String features = request.features().toString();
    put(json, "features", features);
    put(json, "reservation", request.reservation());
    if (request.exclusive()) {
      json.put("exclusive", true);
    }
    if (state.hasAccounting() && state.accounting().hasAccount(slot)) {
      JobAccount account =
          state.accounting().jobAccounts().jobAccount(state.accounting().accountId(slot));
      put(json, "account", account.account());
      put(json, "qos", state.accounting().jobAccounts().accounts().resolve(account).qos());
    }
  }

  private static void put(JsonObject json, String name, int amount) {
    if (amount > 0) {
      json.put(name, amount);
    }
  }

  private static void put(JsonObject json, String name, String text) {
    if (!text.isEmpty()) {
      json.put(name, text);
    }
  }

  private static void put(JsonObject json, String name, Map<String, Integer> counts) {
    if (!counts.isEmpty()) {
      JsonObject byName = new JsonObject();
      new TreeMap<>(counts).forEach(byName::put);
      json.put(name, byName);
    }
  }
}
