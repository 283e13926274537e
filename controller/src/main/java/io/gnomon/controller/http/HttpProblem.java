package io.gnomon.controller.http;

import io.gnomon.controller.http.replica.Answer;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.openapi.validation.ValidatorErrorType;
import io.vertx.openapi.validation.ValidatorException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An error answer as of RFC 9457, with which a handler can end. */
final class HttpProblem extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(HttpProblem.class);
  private static final int[] ROUTING = {400, 404, 405, 406, 413, 415, 500};

  private final int status;
  private final String detail;
  private final long retrySeconds;

  /**
   * A problem.
   *
   * @param status the HTTP status
   * @param detail what is wrong and what to do
   */
  HttpProblem(int status, String detail) {
    this(status, detail, 0);
  }

  /**
   * The same.
   *
   * @param retrySeconds when to try again; 0 if that is of no use
   */
  HttpProblem(int status, String detail, long retrySeconds) {
    super(detail, null, false, false);
    this.status = status;
    this.detail = detail;
    this.retrySeconds = retrySeconds;
  }

  /** The last job of the previous page is no longer in the list. */
  static HttpProblem stalePage(@Nullable String after) {
    return new HttpProblem(
        409, "job '" + after + "' is no longer waiting; start again with the first page");
  }

  /** Makes a router answer all failures with problems. */
  static void handleFailures(Router router) {
    for (int status : ROUTING) {
      router.errorHandler(status, HttpProblem::answerFailure);
    }
    router.route().failureHandler(HttpProblem::answerFailure);
  }

  private static void answerFailure(RoutingContext context) {
    if (!context.response().closed()) {
      of(context).answer(context);
    }
  }

  private static HttpProblem of(RoutingContext context) {
    Throwable failure = context.failure();
    if (failure instanceof HttpProblem known) {
      return known;
    }
    if (failure instanceof ValidatorException invalid) {
      boolean type = invalid.type() == ValidatorErrorType.UNSUPPORTED_VALUE_FORMAT;
      return new HttpProblem(type ? 415 : 400, String.valueOf(invalid.getMessage()));
    }
    if (failure instanceof DecodeException) {
      return new HttpProblem(400, "the body is not JSON: " + failure.getMessage());
    }
    int status = context.statusCode();
    if (status < 400 || status >= 500) {
      LOG.error("{} {} failed", context.request().method(), context.request().path(), failure);
      return new HttpProblem(500, "internal error; see the controller's log");
    }
    return new HttpProblem(
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
    Responses.send(context, answer());
  }

  /** The answer. */
  Answer answer() {
    JsonObject body =
        new JsonObject()
            .put("title", HttpResponseStatus.valueOf(status).reasonPhrase())
            .put("status", status)
            .put("detail", detail);
    Answer answer =
        new Answer(status, Map.of("content-type", "application/problem+json"), body.toBuffer());
    return retrySeconds == 0 ? answer : answer.with("retry-after", Long.toString(retrySeconds));
  }
}
