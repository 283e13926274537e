package io.gnomon.controller.http;

import io.gnomon.controller.http.access.Client;
import io.gnomon.controller.http.access.User;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import io.vertx.openapi.validation.RequestParameter;
import io.vertx.openapi.validation.ValidatedRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that is as the contract says.
 *
 * @param context to answer it with
 * @param request its parts, checked
 * @param user who sent it; null if no token is required
 * @param client the client for limits
 */
record ApiRequest(
    RoutingContext context, ValidatedRequest request, @Nullable User user, Client client) {
  private static final int PAGE = 200;

  /** A parameter in the path. */
  String path(String name) {
    String value = text(request.getPathParameters(), name);
    if (value == null) {
      throw new IllegalStateException("the contract has no path parameter '" + name + "'");
    }
    return value;
  }

  /** A parameter in the query, or null. */
  @Nullable String query(String name) {
    return text(request.getQuery(), name);
  }

  /** A whole number in the query that the contract requires. */
  int number(String name) {
    String value = query(name);
    if (value == null) {
      throw new IllegalStateException(
          "the contract does not require query parameter '" + name + "'");
    }
    return Integer.parseInt(value);
  }

  /** The user who may see only their own jobs and sends it; null for others. */
  @Nullable String owner() {
    return user != null && user.seesOwnJobsOnly() ? user.name() : null;
  }

  /**
   * The user whose jobs are asked for, null for all; of one who sees only their own jobs, these.
   */
  @Nullable String jobsOf() {
    return owner() == null ? query("user") : owner();
  }

  /** A header, or null. */
  @Nullable String header(String name) {
    return text(request.getHeaders(), name);
  }

  /** How many entries a page is to have. */
  int limit() {
    String asked = query("limit");
    return asked == null ? PAGE : Integer.parseInt(asked);
  }

  /** How many entries precede a page. */
  int offset() {
    String asked = query("offset");
    return asked == null ? 0 : Integer.parseInt(asked);
  }

  /** The JSON object that was sent. */
  JsonObject body() {
    RequestParameter body = request.getBody();
    return body == null || body.isNull() ? new JsonObject() : body.getJsonObject();
  }

  private static @Nullable String text(Map<String, RequestParameter> parameters, String name) {
    RequestParameter value = parameters.get(name);
    return value == null || value.isNull() ? null : value.get().toString();
  }
}
