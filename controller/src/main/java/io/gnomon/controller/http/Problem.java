package io.gnomon.controller.http;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.openapi.validation.ValidatorErrorType;
import io.vertx.openapi.validation.ValidatorException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An error answer as of RFC 9457.
 *
 * @param status the HTTP status
 * @param detail what is wrong and what to do
 */
record Problem(int status, String detail) {
  private static final Logger LOG = LoggerFactory.getLogger(Problem.class);
  private static final int[] ROUTING = {400, 404, 405, 406, 413, 415, 500};

  /** Makes a router answer all failures with problems. */
  static void handleFailures(Router router) {
    for (int status : ROUTING) {
      router.errorHandler(status, Problem::answerFailure);
    }
    router.route().failureHandler(Problem::answerFailure);
  }

  private static void answerFailure(RoutingContext context) {
    if (!context.response().closed()) {
      of(context).answer(context);
    }
  }

  private static Problem of(RoutingContext context) {
    Throwable failure = context.failure();
    if (failure instanceof ValidatorException invalid) {
      boolean type = invalid.type() == ValidatorErrorType.UNSUPPORTED_VALUE_FORMAT;
      return new Problem(type ? 415 : 400, String.valueOf(invalid.getMessage()));
    }
    if (failure instanceof DecodeException) {
      return new Problem(400, "the body is not JSON: " + failure.getMessage());
    }
    int status = context.statusCode();
    if (status < 400 || status >= 500) {
      LOG.error("{} {} failed", context.request().method(), context.request().path(), failure);
      return new Problem(500, "internal error; see the controller's log");
    }
    return new Problem(
        status,
        switch (status) {
          case 404 -> "no such resource; see /openapi.yaml";
          case 405 -> "method not allowed; see /openapi.yaml";
          case 413 -> "the body is larger than http.max-body-size";
          default -> failure == null ? "malformed request" : failure.toString();
        });
  }

  /** Answers a request. */
  void answer(RoutingContext context) {
    HttpServerResponse response = context.response();
    if (response.ended() || response.closed()) {
      return;
    }
    if (response.headWritten()) {
      response.reset();
      return;
    }
    response
        .setStatusCode(status)
        .putHeader("content-type", "application/problem+json")
        .end(
            new JsonObject()
                .put("title", HttpResponseStatus.valueOf(status).reasonPhrase())
                .put("status", status)
                .put("detail", detail)
                .encode());
  }
}
