package io.gnomon.controller.http;

import io.gnomon.controller.forecast.ForecastCalibrations;
import io.gnomon.controller.http.access.AccessCounters;
import io.gnomon.controller.http.access.AllowedHosts;
import io.gnomon.controller.http.access.Clients;
import io.gnomon.controller.http.access.Operators;
import io.gnomon.controller.http.asset.AssetHandler;
import io.gnomon.controller.http.replica.ReplicaAddress;
import io.gnomon.controller.http.replica.ReplicaSignatures;
import io.gnomon.controller.http.replica.Replicas;
import io.gnomon.controller.http.view.ClusterViews;
import io.gnomon.controller.http.view.EffectViews;
import io.gnomon.controller.listener.OwnerListener;
import io.gnomon.controller.node.NodeFigures;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.events.signature.SigningKeys;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.openapi.contract.OpenAPIContract;
import java.net.BindException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP server of a controller. It runs on the controller's event loop context, so that each
 * answer is consistent, and limits the resources of clients.
 */
public final class HttpApi {
  private static final String API = "/api/*";

  private final Vertx vertx;
  private final HttpSettings settings;
  private final Duration requestLimit;
  private final ClusterRoutes clusterRoutes;
  private final OperationRoutes operationRoutes;
  private final ForecastCalibrations calibrations;
  private final SimulationRoutes simulationRoutes;
  private final ServiceRoutes serviceRoutes;
  private final ApiContract contract = ApiContract.load();
  private final AccessCounters counters = new AccessCounters();
  private final Authentication authentication;
  private final RequestGuard requestGuard;
  private final FileReloader reloader;
  private final ConnectionGuard guard;
  private final LiveStream stream;
  private final Replicas replicas;
  private @Nullable HttpServer server;

  /**
   * An API that is not listening yet.
   *
   * @param simulations runs simulations for API requests
   * @param metrics returns the metrics in Prometheus's format
   * @param keys prove replicas to each other, or null without keys
   */
  public HttpApi(
      Vertx vertx,
      HttpSettings settings,
      ClusterDirectory clusters,
      StudyPool simulations,
      Supplier<Future<Buffer>> metrics,
      @Nullable SigningKeys keys) {
    this.vertx = vertx;
    this.settings = settings;
    requestLimit = simulations.requestLimit();
    HttpSettings.Access access = settings.access();
    ReplicaAddress advertised = settings.advertised();
    List<String> hosts = new ArrayList<>(access.hosts());
    if (advertised != null) {
      hosts.add(advertised.host());
    }
    replicas =
        new Replicas(
            vertx,
            settings.certificate(),
            settings.limits().askSeconds(),
            () -> advertised == null ? null : advertised.orPort(port()),
            clusters::otherReplicas,
            keys == null ? null : new ReplicaSignatures(keys, InstantSource.system()));
    Operators operators = new Operators(access.credentials());
    authentication =
        new Authentication(
            operators,
            new Clients(access.proxies()),
            access.userHeader(),
            replicas,
            counters,
            System::nanoTime);
    requestGuard =
        new RequestGuard(
            new AllowedHosts(settings.host(), hosts), access.frames(), settings.tls(), counters);
    reloader = new FileReloader(vertx, settings, operators, replicas::trust, counters);
    NodeFigures figures = new NodeFigures(vertx);
    clusterRoutes =
        new ClusterRoutes(
            clusters, new ClusterViews(clusters::silence), new EffectViews(), figures, replicas);
    operationRoutes = new OperationRoutes(clusters, authentication);
    calibrations = new ForecastCalibrations(simulations, System::nanoTime);
    simulationRoutes = new SimulationRoutes(simulations, calibrations, figures, counters);
    serviceRoutes = new ServiceRoutes(clusters, metrics, contract, settings, authentication);
    guard = new ConnectionGuard(vertx, settings.limits());
    stream = new LiveStream(vertx, settings.limits(), clusterRoutes::live);
  }

  /** Listens; completes with the port. */
  public Future<Integer> listen() {
    return Future.all(
            OpenAPIContract.from(vertx, contract.json()), vertx.executeBlocking(AssetHandler::new))
        .map(made -> router(made.resultAt(0), made.resultAt(1)))
        .compose(
            router -> reloader.certificate().compose(certificate -> listen(router, certificate)));
  }

  private Future<Integer> listen(Router router, @Nullable KeyCertOptions certificate) {
    HttpServer created = vertx.createHttpServer(options(certificate));
    server = created;
    return created
        .connectionHandler(guard::opened)
        .requestHandler(router)
        .listen()
        .map(
            listening -> {
              reloader.start(listening);
              return listening.actualPort();
            })
        .recover(failure -> Future.failedFuture(named(failure)));
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
    reloader.stop();
    return replicas
        .close()
        .compose(closed -> server == null ? Future.succeededFuture() : server.close());
  }

  /** What was refused. */
  public AccessCounters counters() {
    return counters;
  }

  /** Reads the operators file and the certificate again; on the event loop context only. */
  Future<Void> reload() {
    return server == null ? Future.succeededFuture() : reloader.reload(server);
  }

  /** Connections that are open; on the event loop context only. */
  int connections() {
    return guard.open();
  }

  /** Listeners of the live stream; on the event loop context only. */
  int listeners() {
    return stream.listeners();
  }

  private HttpServerOptions options(@Nullable KeyCertOptions certificate) {
    // one request at a time per connection, to account for each client
    HttpServerOptions options =
        new HttpServerOptions()
            .setHost(settings.host())
            .setPort(settings.port())
            .setUseAlpn(false)
            .setHttp2ClearTextEnabled(false)
            .setMaxInitialLineLength(4096)
            .setMaxHeaderSize(8192);
    if (certificate != null) {
      options.setSsl(true).setKeyCertOptions(certificate);
    }
    return options;
  }

  private Router router(OpenAPIContract checked, AssetHandler assets) {
    ContractRouter api =
        new ContractRouter(
            vertx, checked, authentication, settings, requestLimit.toSeconds(), guard);
    clusterRoutes.addTo(api);
    operationRoutes.addTo(api, clusterRoutes);
    simulationRoutes.addTo(api, clusterRoutes);
    serviceRoutes.addTo(api);
    api.on(
        "stream",
        call -> {
          stream.listen(call.context(), call.client());
          return Future.succeededFuture();
        });

    Router router = Router.router(vertx);
    router.route().handler(requestGuard::handle);
    router.route().method(HttpMethod.HEAD).handler(assets).handler(RequestGuard::headAsGet);
    BodyHandler body = BodyHandler.create(false).setBodyLimit(settings.limits().bodyBytes());
    router.route(API).handler(context -> Authentication.readIfSigned(context, body));
    router.route(API).handler(authentication::acceptSigned);
    router.route("/*").subRouter(api.router());
    router.route().handler(this::admit);
    router.get("/*").handler(assets);
    HttpProblem.handleFailures(router);
    return router;
  }

  private void admit(RoutingContext context) {
    if (guard.admits(context, false, 1000L * settings.limits().requestSeconds())) {
      context.next();
    }
  }
}
