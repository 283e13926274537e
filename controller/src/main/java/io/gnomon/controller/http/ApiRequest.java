package io.gnomon.controller.http;

import io.gnomon.controller.http.access.Client;
import io.gnomon.controller.http.access.User;
import io.gnomon.controller.http.replica.Replicas;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import io.vertx.openapi.validation.RequestParameter;
import io.vertx.openapi.validation.ValidatedRequest;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request that is as the contract says.
 *
 * @param context of the request; a handler returns its answer and does not send it
 * @param request its parts, checked
 * @param user who sent it; null if the client is not known
 * @param client the client for limits
 * @param limitMillis the time in which it must be answered
 */
record ApiRequest(
    RoutingContext context,
    ValidatedRequest request,
    @Nullable User user,
    Client client,
    long limitMillis) {
  private static final int PAGE = 200;

  /** A parameter in the path. */
  String path(String name) {
    return Objects.requireNonNull(text(request.getPathParameters(), name), name);
  }

  /** A parameter in the query, or null. */
  @Nullable String query(String name) {
    return text(request.getQuery(), name);
  }

  /**
   * A whole number in the query, or null. The contract states its range; what JSON Schema takes for
   * an integer, it may write as {@code 1e3}.
   */
  @Nullable Long number(String name) {
    return value(request.getQuery(), name) instanceof Number number ? number.longValue() : null;
  }

  /** The same, or another number if it is absent. */
  int number(String name, int absent) {
    Long number = number(name);
    return number == null ? absent : Math.toIntExact(number);
  }

  /** A whole number in the query that the contract requires. */
  int required(String name) {
    return Math.toIntExact(Objects.requireNonNull(number(name), name));
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
    return number("limit", PAGE);
  }

  /** The JSON object that was sent. */
  JsonObject body() {
    RequestParameter body = request.getBody();
    return body == null || body.isNull() ? new JsonObject() : body.getJsonObject();
  }

  /** A request as one replica passes it on to another. */
  static Replicas.Request toPassOn(RoutingContext context, @Nullable User user, long limitMillis) {
    HttpServerRequest request = context.request();
    Map<String, String> headers = new HashMap<>();
    request.headers().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
    Buffer body = context.body().buffer();
    return new Replicas.Request(
        context.get(RequestGuard.HEAD) == null ? request.method() : HttpMethod.GET,
        request.uri(),
        headers,
        body == null ? Buffer.buffer() : body,
        user,
        limitMillis);
  }

  private static @Nullable Object value(Map<String, RequestParameter> parameters, String name) {
    RequestParameter value = parameters.get(name);
    return value == null ? null : value.get();
  }

  private static @Nullable String text(Map<String, RequestParameter> parameters, String name) {
    Object value = value(parameters, name);
    return value == null ? null : value.toString();
  }
}
