package io.gnomon.controller.http;

import io.gnomon.controller.http.access.User;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.ext.web.handler.SecurityPolicyHandler;
import io.vertx.ext.web.openapi.router.OpenAPIRoute;
import io.vertx.ext.web.openapi.router.RequestExtractor;
import io.vertx.ext.web.openapi.router.RouterBuilder;
import io.vertx.openapi.contract.OpenAPIContract;
import io.vertx.openapi.contract.Operation;
import io.vertx.openapi.validation.RequestValidator;
import io.vertx.openapi.validation.ValidatedRequest;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The routes of the OpenAPI contract. A request passes these steps: the token is checked if the
 * operation or the configuration requires one, the body is read up to a limit, the request is
 * validated, and the handler is called. Every operation needs a handler before the router is built.
 */
final class ContractRouter {
  private static final String USER = "gnomon-user";
  // probes, the contract, and the question whether a token is known
  private static final Set<String> WITHOUT_TOKEN =
      Set.of("isAlive", "isReady", "getContract", "getSession");

  // what shows only their own jobs to a user who sees no others
  private static final Set<String> OF_OWN_JOBS =
      Set.of("listClusters", "getQueue", "listJobs", "getJob", "getForecast", "forecastRequest");

  private final RouterBuilder routes;
  private final RequestValidator validator;
  private final RequestExtractor extractor = RequestExtractor.withBodyHandler();
  private final Authentication authentication;
  private final boolean tokenToRead;
  private final HttpSettings.Limits limits;
  private final Consumer<RoutingContext> arrived;

  /**
   * Routes without handlers.
   *
   * @param arrived called when a request has been read
   */
  ContractRouter(
      Vertx vertx,
      OpenAPIContract contract,
      Authentication authentication,
      HttpSettings settings,
      Consumer<RoutingContext> arrived) {
    routes = RouterBuilder.create(vertx, contract);
    validator = RequestValidator.create(vertx, contract);
    this.authentication = authentication;
    tokenToRead = settings.access().readersAreKnown();
    limits = settings.limits();
    this.arrived = arrived;
  }

  /** Sets the handler of an operation. */
  ContractRouter on(String operationId, Consumer<ApiRequest> action) {
    OpenAPIRoute route = routes.getRoute(operationId);
    if (route == null) {
      throw new IllegalArgumentException("the contract has no operation '" + operationId + "'");
    }
    Operation operation = route.getOperation();
    route.setDoSecurity(false).setDoValidation(false);
    boolean change = !operation.getSecurityRequirements().isEmpty();
    if (change || tokenToRead && !WITHOUT_TOKEN.contains(operationId)) {
      boolean ofOwnJobs = OF_OWN_JOBS.contains(operationId);
      SecurityPolicyHandler gate = context -> authorize(context, change, ofOwnJobs);
      route.addHandler(gate);
    }
    if (operation.getRequestBody() != null) {
      route.addHandler(BodyHandler.create(false).setBodyLimit(limits.bodyBytes()));
    }
    route.addHandler(
        context -> {
          arrived.accept(context);
          validated(context, operation)
              .onSuccess(
                  request ->
                      action.accept(
                          new ApiRequest(
                              context, request, context.get(USER), authentication.client(context))))
              .onFailure(context::fail);
        });
    return this;
  }

  /** Builds the router. */
  Router router() {
    routes
        .getRoutes()
        .forEach(
            route -> {
              if (route.getHandlers().isEmpty()) {
                throw new IllegalStateException(
                    "no handler for operation '" + route.getOperation().getOperationId() + "'");
              }
            });
    return routes.createRouter();
  }

  private Future<ValidatedRequest> validated(RoutingContext context, Operation operation) {
    return extractor
        .extractValidatableRequest(context, operation)
        .compose(request -> validator.validate(request, operation.getOperationId()));
  }

  private void authorize(RoutingContext context, boolean change, boolean ofOwnJobs) {
    User user = change ? authentication.requireOperator(context) : authentication.require(context);
    if (user != null && user.seesOwnJobsOnly() && !ofOwnJobs) {
      authentication.refuse(context, "'" + user.name() + "' may only see their own jobs");
    } else if (user != null) {
      context.put(USER, user);
      context.next();
    }
  }
}
