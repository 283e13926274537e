package io.gnomon.controller.http;

import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;

/** Answers of the API. */
final class Responses {
  private Responses() {}

  /** Answers with JSON if the connection is open. */
  static void json(RoutingContext call, JsonObject body) {
    if (!call.response().closed()) {
      call.response()
          .putHeader("content-type", "application/json")
          .putHeader("cache-control", "no-store")
          .end(body.encode());
    }
  }
}
