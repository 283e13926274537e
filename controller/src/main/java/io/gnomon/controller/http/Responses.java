package io.gnomon.controller.http;

import io.gnomon.controller.http.replica.Replicas;
import io.gnomon.controller.http.view.IsoTimes;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;

/** Answers of the API. */
final class Responses {
  private Responses() {}

  /** Answers with JSON, with its times also in ISO 8601, if the connection is open. */
  static void json(RoutingContext call, JsonObject body) {
    if (!call.response().closed()) {
      IsoTimes.add(body);
      call.response()
          .putHeader("content-type", "application/json")
          .putHeader("cache-control", "no-store")
          .end(body.encode());
    }
  }

  /** Answers with what another replica has answered, if the connection is open. */
  static void passedOn(RoutingContext call, Replicas.Answer answer) {
    if (!call.response().closed()) {
      answer.returned().forEach(call.response()::putHeader);
      call.response().setStatusCode(answer.status()).end(answer.body());
    }
  }
}
