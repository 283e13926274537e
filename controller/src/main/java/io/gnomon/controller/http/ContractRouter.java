package io.gnomon.controller.http;

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
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The routes of the OpenAPI contract. A request passes these steps: the token is checked if the
 * operation requires one, the body is read up to a limit, the request is validated, and the handler
 * is called. Every operation needs a handler before the router is built.
 */
final class ContractRouter {
  private static final Logger LOG = LoggerFactory.getLogger(ContractRouter.class);
  private static final String OPERATOR = "operator";

  private final RouterBuilder routes;
  private final RequestValidator validator;
  private final RequestExtractor extractor = RequestExtractor.withBodyHandler();
  private final Operators operators;
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
      Operators operators,
      HttpSettings.Limits limits,
      Consumer<RoutingContext> arrived) {
    routes = RouterBuilder.create(vertx, contract);
    validator = RequestValidator.create(vertx, contract);
    this.operators = operators;
    this.limits = limits;
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
    if (!operation.getSecurityRequirements().isEmpty()) {
      SecurityPolicyHandler gate = this::authorize;
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
                  request -> action.accept(new ApiRequest(context, request, context.get(OPERATOR))))
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

  private void authorize(RoutingContext context) {
    String header = context.request().getHeader("authorization");
    Optional<String> operator = operators.byAuthorization(header);
    if (operator.isPresent()) {
      context.put(OPERATOR, operator.get());
      context.next();
      return;
    }
    Problem problem = operators.problem(header);
    if (problem.status() == 401) {
      LOG.debug("missing or wrong token from {}", context.request().remoteAddress());
      context.response().putHeader("www-authenticate", "Bearer realm=\"gnomon\"");
    }
    reject(context, problem);
  }

  /** Answers before the body has been read and closes the connection. */
  private static void reject(RoutingContext context, Problem problem) {
    context.response().putHeader("connection", "close");
    problem.answer(context);
  }
}
