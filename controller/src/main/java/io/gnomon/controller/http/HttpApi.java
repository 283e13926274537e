package io.gnomon.controller.http;

import io.gnomon.controller.forecast.ForecastCalibrations;
import io.gnomon.controller.http.view.ClusterViews;
import io.gnomon.controller.http.view.EffectViews;
import io.gnomon.controller.listener.OwnerListener;
import io.gnomon.controller.study.StudyPool;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.StaticHandler;
import io.vertx.openapi.contract.OpenAPIContract;
import java.net.BindException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP server of a controller. It runs on the controller's event loop context, so that each
 * answer is consistent, and limits the resources of clients.
 */
public final class HttpApi {
  private static final String POLICY =
      "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'";

  private final Vertx vertx;
  private final HttpSettings settings;
  private final Operators operators;
  private final ClusterRoutes clusterRoutes;
  private final OperationRoutes operationRoutes;
  private final ForecastCalibrations calibrations;
  private final SimulationRoutes simulationRoutes;
  private final ServiceRoutes serviceRoutes;
  private final ApiContract contract = ApiContract.load();
  private final ConnectionGuard guard;
  private final LiveStream stream;
  private @Nullable HttpServer server;

  /**
   * An API that is not listening yet.
   *
   * @param simulations runs simulations for API requests; not the pool of decisions
   * @param metrics returns the metrics in Prometheus's format
   */
  public HttpApi(
      Vertx vertx,
      HttpSettings settings,
      ClusterDirectory clusters,
      StudyPool simulations,
      Supplier<String> metrics) {
    this.vertx = vertx;
    this.settings = settings;
    operators = new Operators(settings.tokens());
    clusterRoutes = new ClusterRoutes(clusters, new ClusterViews(), new EffectViews());
    operationRoutes = new OperationRoutes(clusters);
    calibrations = new ForecastCalibrations(simulations, System::nanoTime);
    simulationRoutes = new SimulationRoutes(simulations, calibrations);
    serviceRoutes = new ServiceRoutes(clusters, metrics, contract, settings.effective(), operators);
    guard = new ConnectionGuard(vertx, settings.limits());
    stream = new LiveStream(vertx, settings.limits(), clusterRoutes::live);
  }

  /** Listens; completes with the port. */
  public Future<Integer> listen() {
    return OpenAPIContract.from(vertx, contract.json())
        .map(this::router)
        .compose(
            router -> {
              HttpServer created = vertx.createHttpServer(options());
              server = created;
              return created
                  .connectionHandler(guard::opened)
                  .requestHandler(router)
                  .listen()
                  .map(HttpServer::actualPort)
                  .recover(failure -> Future.failedFuture(named(failure)));
            });
  }

  /** Describes a port in use with the configuration keys and their values. */
  private Throwable named(Throwable failure) {
    if (!(failure instanceof BindException)) {
      return failure;
    }
    BindException named =
        new BindException(
            "http.port %d is in use on http.host %s".formatted(settings.port(), settings.host()));
    named.initCause(failure);
    return named;
  }

  /** Observes the owners of the clusters to calibrate forecasts. */
  public OwnerListener listener() {
    return calibrations;
  }

  /** The port that it listens on. */
  public int port() {
    return server == null ? 0 : server.actualPort();
  }

  /** Stops listening. */
  public Future<Void> close() {
    return server == null ? Future.succeededFuture() : server.close();
  }

  /** Connections that are open; on the event loop context only. */
  int connections() {
    return guard.open();
  }

  /** Listeners of the live stream; on the event loop context only. */
  int listeners() {
    return stream.listeners();
  }

  private HttpServerOptions options() {
    // one request at a time per connection, to account for each client
    HttpServerOptions options =
        new HttpServerOptions()
            .setHost(settings.host())
            .setPort(settings.port())
            .setUseAlpn(false)
            .setHttp2ClearTextEnabled(false)
            .setMaxInitialLineLength(4096)
            .setMaxHeaderSize(8192);
    if (settings.certificate() != null && settings.key() != null) {
      options
          .setSsl(true)
          .setKeyCertOptions(
              new PemKeyCertOptions()
                  .addCertPath(settings.certificate().toString())
                  .addKeyPath(settings.key().toString()));
    }
    return options;
  }

  private Router router(OpenAPIContract checked) {
    ContractRouter api =
        new ContractRouter(vertx, checked, operators, settings.limits(), this::arrived);
    clusterRoutes.addTo(api);
    operationRoutes.addTo(api, clusterRoutes);
    simulationRoutes.addTo(api, clusterRoutes);
    serviceRoutes.addTo(api);
    api.on("stream", call -> stream.listen(call.context()));

    Router router = Router.router(vertx);
    router.route().handler(HttpApi::secure);
    router.route("/*").subRouter(api.router());
    router.route().handler(this::arrivedAndOn);
    router
        .get("/webjars/*")
        .handler(StaticHandler.create("META-INF/resources/webjars").setIncludeHidden(false));
    router
        .get("/_static/*") // the path of mvnpm artifacts
        .handler(StaticHandler.create("META-INF/resources/_static").setIncludeHidden(false));
    router.get("/*").handler(StaticHandler.create("dashboard").setIndexPage("index.html"));
    Problem.handleFailures(router);
    return router;
  }

  private static void secure(RoutingContext context) {
    context
        .response()
        .putHeader("x-content-type-options", "nosniff")
        .putHeader("x-frame-options", "DENY")
        .putHeader("referrer-policy", "no-referrer")
        .putHeader("content-security-policy", POLICY);
    context.next();
  }

  private void arrived(RoutingContext context) {
    guard.arrived(context.request().connection());
    context.addEndHandler(done -> guard.answered(context.request().connection()));
  }

  private void arrivedAndOn(RoutingContext context) {
    arrived(context);
    context.next();
  }
}
