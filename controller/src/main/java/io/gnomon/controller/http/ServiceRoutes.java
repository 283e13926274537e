package io.gnomon.controller.http;

import io.gnomon.commandline.GnomonVersion;
import io.gnomon.controller.health.Problem;
import io.gnomon.controller.http.access.User;
import io.gnomon.controller.http.replica.Answer;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The routes of the service: health, metrics, the contract and the session. */
final class ServiceRoutes {
  private static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";

  private final ClusterDirectory clusters;
  private final Supplier<Future<Buffer>> metrics;
  private final ApiContract contract;
  private final Map<String, String> effective;
  private final Authentication authentication;
  private final boolean tokenToRead;

  ServiceRoutes(
      ClusterDirectory clusters,
      Supplier<Future<Buffer>> metrics,
      ApiContract contract,
      HttpSettings settings,
      Authentication authentication) {
    this.clusters = clusters;
    this.metrics = metrics;
    this.contract = contract;
    effective = settings.effective();
    tokenToRead = settings.access().readersAreKnown();
    this.authentication = authentication;
  }

  /** Adds the handlers. */
  void addTo(ContractRouter router) {
    router
        .on("isAlive", call -> health(clusters.alive()))
        .on("isReady", call -> health(clusters.ready()))
        .on("getMetrics", call -> metrics.get().map(text -> text(METRICS, text)))
        .on("getConfiguration", call -> Responses.json(configuration()))
        .on(
            "getContract",
            call ->
                Future.succeededFuture(text("application/yaml", Buffer.buffer(contract.text()))))
        .on("getSession", this::session);
  }

  /** Answers whether operators are configured, and the user whose token was sent. */
  private Future<@Nullable Answer> session(ApiRequest call) {
    RoutingContext context = call.context();
    User user = call.user();
    if (user == null && context.request().getHeader("authorization") != null) {
      if (authentication.hasNoOperators() && !tokenToRead) {
        authentication.requireOperator(context);
      } else {
        authentication.require(context);
      }
      return Future.succeededFuture();
    }
    return Responses.json(
        new JsonObject()
            .put("operatorsConfigured", !authentication.hasNoOperators())
            .put("tokenToRead", tokenToRead)
            .put("operator", user == null ? null : user.name())
            .put("ownJobsOnly", user != null && user.seesOwnJobsOnly())
            .put("mayChange", user != null && user.isOperator()));
  }

  private JsonObject configuration() {
    JsonArray settings = new JsonArray();
    effective.forEach(
        (key, value) -> settings.add(new JsonObject().put("key", key).put("value", value)));
    return new JsonObject().put("version", GnomonVersion.line()).put("settings", settings);
  }

  private Future<Answer> health(boolean well) {
    return Responses.json(
        well ? 200 : 503,
        new JsonObject()
            .put("status", well ? "UP" : "DOWN")
            .put("ready", clusters.ready())
            .put("problems", clusters.problems().stream().map(ServiceRoutes::problem).toList()));
  }

  private static JsonObject problem(Problem problem) {
    return new JsonObject()
        .put("reason", problem.kind().word())
        .put("detail", problem.detail())
        .put("remedy", problem.kind().remedy());
  }

  private static Answer text(String type, Buffer text) {
    return new Answer(200, Map.of("content-type", type), text);
  }
}
