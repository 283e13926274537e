package io.gnomon.controller.http;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.http.access.User;
import io.gnomon.controller.http.replica.Answer;
import io.gnomon.controller.http.view.RecordViews;
import io.gnomon.controller.operation.Mode;
import io.gnomon.controller.operation.Operation;
import io.gnomon.controller.operation.OperationRejectedException;
import io.gnomon.controller.operation.OperationResult;
import io.gnomon.controller.operation.OperatorRequest;
import io.gnomon.events.EventData;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The routes of operations; they answer when the operation is published. */
final class OperationRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(OperationRoutes.class);
  private static final String CONFIGURED = "configured";

  private final ClusterDirectory clusters;
  private final Authentication authentication;

  OperationRoutes(ClusterDirectory clusters, Authentication authentication) {
    this.clusters = clusters;
    this.authentication = authentication;
  }

  /** Adds the handlers. */
  void addTo(ContractRouter router, ClusterRoutes routes) {
    add(
        router,
        routes,
        "approve",
        call -> new Operation.Approve(call.path("proposal"), call.body().getString("contentHash")));
    add(router, routes, "reject", call -> new Operation.Reject(call.path("proposal")));
    add(router, routes, "setMode", call -> new Operation.SetMode(mode(call)));
    add(
        router,
        routes,
        "freeze",
        call ->
            new Operation.BeginFreeze(
                call.body().getLong("from", (long) EventData.NONE),
                call.body().getLong("until", (long) EventData.NONE)));
    add(
        router,
        routes,
        "unfreeze",
        call -> new Operation.LiftFreeze(call.body().getString("freeze")));
    add(router, routes, "rollBack", call -> new Operation.RollBack());
  }

  /** The requested mode, or null for the configured one. */
  private static @Nullable Mode mode(ApiRequest call) {
    String word = call.body().getString("mode");
    return word.equals(CONFIGURED) ? null : Mode.parse(word);
  }

  private void add(
      ContractRouter router,
      ClusterRoutes routes,
      String operationId,
      Function<ApiRequest, Operation> operation) {
    router.on(
        operationId, routes.one((call, cluster) -> perform(call, cluster, operation.apply(call))));
  }

  private Future<@Nullable Answer> perform(
      ApiRequest call, ClusterController cluster, Operation operation) {
    User user = call.user();
    if (user == null) {
      // the contract must require a token for every operation
      throw new IllegalStateException("no operator for " + operation);
    }
    String operator = user.name();
    if (!user.mayChange(cluster.cluster())) {
      authentication.refuse(
          call.context(),
          "operator '%s' may change %s, not '%s'"
              .formatted(operator, String.join(", ", user.clusters()), cluster.cluster()));
      return Future.succeededFuture();
    }
    OperatorRequest request =
        new OperatorRequest(
            call.header("Idempotency-Key"), operator, call.body().getString("reason"), operation);
    return clusters
        .operate(cluster, request)
        .recover(failure -> Future.failedFuture(problem(failure)))
        .compose(
            result -> {
              if (result.changed()) {
                LOG.info(
                    "{}: {} by {}: {}", cluster.cluster(), operation, operator, request.reason());
              }
              return Responses.json(json(result));
            });
  }

  private static JsonObject json(OperationResult result) {
    JsonObject json = new JsonObject().put("changed", result.changed());
    return result.record() == null
        ? json
        : json.put("record", RecordViews.operator(result.record()));
  }

  private static HttpProblem problem(Throwable failure) {
    String detail = String.valueOf(failure.getMessage());
    if (failure instanceof OperationRejectedException rejected) {
      return switch (rejected.kind()) {
        case UNKNOWN -> new HttpProblem(404, detail);
        case CONFLICT -> new HttpProblem(409, detail);
        case INVALID -> new HttpProblem(422, detail);
      };
    }
    LOG.warn("an operator's request failed: {}", failure.toString());
    return new HttpProblem(503, detail);
  }
}
