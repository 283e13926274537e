package io.gnomon.controller.http;

import io.gnomon.controller.http.access.Client;
import io.gnomon.controller.http.access.User;
import io.gnomon.controller.http.replica.Answer;
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
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The routes of the OpenAPI contract. A request passes these steps: the token is checked if the
 * operation or the configuration requires one, the body is read up to a limit, the request is
 * admitted with a deadline and validated, and the handler is called. A failure of a handler, thrown
 * or in its future, is answered with its problem, or logged and answered with 500. Every operation
 * needs a handler before the router is built.
 */
final class ContractRouter {
  private static final String SIMULATIONS = "simulations";
  // probes, the contract, and the question whether a token is known
  private static final Set<String> WITHOUT_TOKEN =
      Set.of("isAlive", "isReady", "getContract", "getSession");

  private static final Set<String> PROBES = Set.of("isAlive", "isReady");

  // what shows only their own jobs to a user who sees no others
  private static final Set<String> OF_OWN_JOBS =
      Set.of("listClusters", "getQueue", "listJobs", "getJob", "getForecast", "forecastRequest");

  private final RouterBuilder routes;
  private final RequestValidator validator;
  private final RequestExtractor extractor = RequestExtractor.withBodyHandler();
  private final Authentication authentication;
  private final boolean tokenToRead;
  private final HttpSettings.Limits limits;
  private final long simulationSeconds;
  private final ConnectionGuard guard;

  /**
   * Routes without handlers.
   *
   * @param simulationSeconds the time that a simulation may take in addition
   * @param guard admits requests that have been read
   */
  ContractRouter(
      Vertx vertx,
      OpenAPIContract contract,
      Authentication authentication,
      HttpSettings settings,
      long simulationSeconds,
      ConnectionGuard guard) {
    routes = RouterBuilder.create(vertx, contract);
    validator = RequestValidator.create(vertx, contract);
    this.authentication = authentication;
    tokenToRead = settings.access().readersAreKnown();
    limits = settings.limits();
    this.simulationSeconds = simulationSeconds;
    this.guard = guard;
  }

  /**
   * Sets the handler of an operation.
   *
   * @param handler returns the answer; null if it has sent one itself
   */
  ContractRouter on(String operationId, Function<ApiRequest, Future<@Nullable Answer>> handler) {
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
    boolean probe = PROBES.contains(operationId);
    boolean simulates = operation.getTags().contains(SIMULATIONS);
    long limitMillis = 1000 * (limits.requestSeconds() + (simulates ? simulationSeconds : 0));
    route.addHandler(context -> handle(context, operation, handler, probe, limitMillis));
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

  private void handle(
      RoutingContext context,
      Operation operation,
      Function<ApiRequest, Future<@Nullable Answer>> handler,
      boolean probe,
      long limitMillis) {
    User user = authentication.user(context).orElse(null);
    boolean reserved = probe || user != null && user.isOperator();
    if (!guard.admits(context, reserved, limitMillis)) {
      return;
    }
    Client client = authentication.client(context);
    extractor
        .extractValidatableRequest(context, operation)
        .compose(request -> validator.validate(request, operation.getOperationId()))
        .compose(valid -> handler.apply(new ApiRequest(context, valid, user, client, limitMillis)))
        .map(
            answer -> {
              if (answer != null) {
                Responses.send(context, answer);
              }
              return true;
            })
        .onFailure(context::fail);
  }

  private void authorize(RoutingContext context, boolean change, boolean ofOwnJobs) {
    User user = change ? authentication.requireOperator(context) : authentication.require(context);
    if (user != null && user.seesOwnJobsOnly() && !ofOwnJobs) {
      authentication.refuse(context, "'" + user.name() + "' may only see their own jobs");
    } else if (user != null) {
      context.next();
    }
  }
}
