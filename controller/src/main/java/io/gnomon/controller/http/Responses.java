package io.gnomon.controller.http;

import io.gnomon.controller.http.replica.Answer;
import io.gnomon.controller.http.replica.ReplicaSignatures;
import io.gnomon.controller.http.replica.Replicas;
import io.gnomon.controller.http.view.IsoTimes;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;

/** Answers of the API. One method sends all of them and signs them for the replica that asks. */
final class Responses {
  /** In the context of a request that another replica has signed: the {@code Signed}. */
  static final String SIGNED = "gnomon-signed";

  private Responses() {}

  /** JSON with status 200. */
  static Future<Answer> json(JsonObject body) {
    return json(200, body);
  }

  /** JSON, with its times also in ISO 8601. */
  static Future<Answer> json(int status, JsonObject body) {
    IsoTimes.add(body);
    return Future.succeededFuture(
        new Answer(
            status,
            Map.of("content-type", "application/json", "cache-control", "no-store"),
            body.toBuffer()));
  }

  /** Sends an answer unless the request has been answered or the connection is closed. */
  static void send(RoutingContext call, Answer answer) {
    HttpServerResponse response = call.response();
    if (response.ended() || response.closed()) {
      return;
    }
    if (response.headWritten()) {
      response.reset();
      return;
    }
    answer.headers().forEach(response::putHeader);
    ReplicaSignatures.Signed signed = call.get(SIGNED);
    if (signed != null) {
      response.putHeader(Replicas.PROOF, signed.proof(answer));
    }
    response.setStatusCode(answer.status()).end(answer.body());
  }
}
