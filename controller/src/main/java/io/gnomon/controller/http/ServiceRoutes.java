package io.gnomon.controller.http;

import io.gnomon.commandline.GnomonVersion;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The routes of the service: health, metrics, the contract and the session. */
final class ServiceRoutes {
  private final ClusterDirectory clusters;
  private final Supplier<String> metrics;
  private final ApiContract contract;
  private final Map<String, String> effective;
  private final Operators operators;

  /**
   * The routes.
   *
   * @param effective the values of all configuration keys, with secrets hidden, in order
   */
  ServiceRoutes(
      ClusterDirectory clusters,
      Supplier<String> metrics,
      ApiContract contract,
      Map<String, String> effective,
      Operators operators) {
    this.clusters = clusters;
    this.metrics = metrics;
    this.contract = contract;
    this.effective = effective;
    this.operators = operators;
  }

  /** Adds the handlers. */
  void addTo(ContractRouter router) {
    router
        .on("isAlive", call -> health(call, clusters.alive()))
        .on("isReady", call -> health(call, clusters.ready()))
        .on(
            "getMetrics",
            call -> text(call, "text/plain; version=0.0.4; charset=utf-8", metrics.get()))
        .on("getConfiguration", call -> Responses.json(call.context(), configuration()))
        .on("getContract", call -> text(call, "application/yaml", contract.text()))
        .on("getSession", this::session);
  }

  /** Answers whether operators are configured, and the operator whose token was sent. */
  private void session(ApiRequest call) {
    String header = call.context().request().getHeader("authorization");
    Optional<String> operator = operators.byAuthorization(header);
    if (header != null && operator.isEmpty()) {
      operators.problem(header).answer(call.context());
      return;
    }
    Responses.json(
        call.context(),
        new JsonObject()
            .put("operatorsConfigured", !operators.isEmpty())
            .put("operator", operator.orElse(null)));
  }

  private JsonObject configuration() {
    JsonArray settings = new JsonArray();
    effective.forEach(
        (key, value) -> settings.add(new JsonObject().put("key", key).put("value", value)));
    return new JsonObject().put("version", GnomonVersion.line()).put("settings", settings);
  }

  private void health(ApiRequest call, boolean well) {
    call.context().response().setStatusCode(well ? 200 : 503);
    Responses.json(
        call.context(),
        new JsonObject().put("status", well ? "UP" : "DOWN").put("ready", clusters.ready()));
  }

  private static void text(ApiRequest call, String type, String text) {
    call.context().response().putHeader("content-type", type).end(text);
  }
}
