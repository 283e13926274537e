package io.gnomon.controller.http;

import io.gnomon.controller.Baseline;
import io.gnomon.controller.Controller;
import io.gnomon.controller.ControllerConfig;
import io.gnomon.controller.cluster.ClusterController;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.StaticHandler;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP side of a controller, read-only so far. It runs on the controller's event loop context,
 * so that what it shows is one consistent moment.
 */
public final class HttpApi {
  private static final int MOST_LISTENERS = 64;
  private static final long TICK_MILLISECONDS = 1000;

  private final Vertx vertx;
  private final Controller controller;
  private final ControllerConfig config;
  private final ClusterViews views;
  private int listeners;
  private @Nullable HttpServer server;

  /** An API that is not listening yet. */
  public HttpApi(Vertx vertx, Controller controller, ControllerConfig config, Baseline baseline) {
    this.vertx = vertx;
    this.controller = controller;
    this.config = config;
    views = new ClusterViews(baseline);
  }

  /** Listens; completes with the port. */
  public Future<Integer> listen() {
    Router router = Router.router(vertx);
    router.get("/health/live").handler(call -> health(call, controller.alive()));
    router.get("/health/ready").handler(call -> health(call, controller.ready()));
    router.get("/metrics").handler(this::metrics);
    router.get("/api/v1/clusters").handler(this::clusters);
    router.get("/api/v1/clusters/:id").handler(call -> cluster(call, views::whole));
    router
        .get("/api/v1/clusters/:id/queue")
        .handler(call -> cluster(call, cluster -> views.queue(cluster, page(call))));
    router.get("/api/v1/clusters/:id/decisions").handler(call -> cluster(call, views::decisions));
    router.get("/api/v1/clusters/:id/studies").handler(call -> cluster(call, views::studies));
    router.get("/api/v1/stream").handler(this::stream);
    router
        .get("/webjars/*")
        .handler(StaticHandler.create("META-INF/resources/webjars").setIncludeHidden(false));
    router.get("/*").handler(StaticHandler.create("dashboard").setIndexPage("index.html"));
    HttpServer created =
        vertx.createHttpServer(
            new HttpServerOptions()
                .setHost(config.host())
                .setPort(config.port())
                .setIdleTimeout(60)
                .setMaxInitialLineLength(4096)
                .setMaxHeaderSize(8192));
    server = created;
    return created.requestHandler(router).listen().map(HttpServer::actualPort);
  }

  /** The port that it listens on. */
  public int port() {
    return server == null ? 0 : server.actualPort();
  }

  /** Stops listening. */
  public Future<Void> close() {
    return server == null ? Future.succeededFuture() : server.close();
  }

  private void health(RoutingContext call, boolean well) {
    call.response()
        .setStatusCode(well ? 200 : 503)
        .putHeader("content-type", "application/json")
        .end(
            new JsonObject()
                .put("status", well ? "UP" : "DOWN")
                .put("ready", controller.ready())
                .encode());
  }

  private void metrics(RoutingContext call) {
    call.response()
        .putHeader("content-type", "text/plain; version=0.0.4; charset=utf-8")
        .end(controller.metrics());
  }

  private void clusters(RoutingContext call) {
    JsonArray all = new JsonArray();
    controller.clusters().forEach(cluster -> all.add(views.summary(cluster)));
    json(call, new JsonObject().put("clusters", all));
  }

  private void cluster(RoutingContext call, Function<ClusterController, JsonObject> view) {
    String id = call.pathParam("id");
    Optional<ClusterController> found =
        controller.clusters().stream().filter(one -> one.cluster().equals(id)).findFirst();
    if (found.isEmpty()) {
      call.response()
          .setStatusCode(404)
          .putHeader("content-type", "application/json")
          .end(new JsonObject().put("error", "no cluster is called '" + id + "'").encode());
      return;
    }
    json(call, view.apply(found.get()));
  }

  private static int page(RoutingContext call) {
    String text = call.request().getParam("page", "0");
    return text.matches("\\d{1,6}") ? Integer.parseInt(text) : 0;
  }

  private static void json(RoutingContext call, JsonObject body) {
    call.response().putHeader("content-type", "application/json").end(body.encode());
  }

  /** Server-sent events: every second the clusters as a whole, unless the client is too slow. */
  private void stream(RoutingContext call) {
    HttpServerResponse response = call.response();
    if (listeners >= MOST_LISTENERS) {
      response.setStatusCode(503).end();
      return;
    }
    listeners++;
    response
        .setChunked(true)
        .putHeader("content-type", "text/event-stream")
        .putHeader("cache-control", "no-store");
    Runnable tick =
        () -> {
          if (!response.writeQueueFull() && !response.closed()) {
            JsonArray all = new JsonArray();
            controller.clusters().forEach(cluster -> all.add(views.whole(cluster)));
            response.write("event: clusters\ndata: " + all.encode() + "\n\n");
          }
        };
    tick.run();
    long timer = vertx.setPeriodic(TICK_MILLISECONDS, again -> tick.run());
    response.endHandler(ended -> forget(timer));
    response.closeHandler(closed -> forget(timer));
  }

  private void forget(long timer) {
    if (vertx.cancelTimer(timer)) {
      listeners--;
    }
  }
}
