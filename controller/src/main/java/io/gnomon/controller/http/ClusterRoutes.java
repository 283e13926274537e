package io.gnomon.controller.http;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.http.replica.Replicas;
import io.gnomon.controller.http.view.ClusterViews;
import io.gnomon.controller.http.view.EffectViews;
import io.gnomon.controller.http.view.FleetView;
import io.gnomon.controller.http.view.JobList;
import io.gnomon.controller.http.view.PolicyViews;
import io.gnomon.controller.http.view.QueueView;
import io.gnomon.controller.http.view.ResourceView;
import io.gnomon.controller.node.NodeFigures;
import io.gnomon.controller.node.NodeUse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The routes that read clusters, and the lookup of a cluster by its id. */
final class ClusterRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterRoutes.class);
  private static final int MOST_POINTS = 500;

  private final ClusterDirectory clusters;
  private final ClusterViews views;
  private final EffectViews effects;
  private final NodeFigures figures;
  private final Replicas replicas;

  ClusterRoutes(
      ClusterDirectory clusters,
      ClusterViews views,
      EffectViews effects,
      NodeFigures figures,
      Replicas replicas) {
    this.clusters = clusters;
    this.views = views;
    this.effects = effects;
    this.figures = figures;
    this.replicas = replicas;
  }

  /** Adds the handlers. */
  void addTo(ContractRouter router) {
    router
        .on("listClusters", call -> Responses.json(call.context(), all(views::summary)))
        .on("getFleet", this::fleet)
        .on("getCluster", shown(views::whole))
        .on(
            "getEffect",
            one(
                (call, cluster) ->
                    Responses.json(call.context(), effects.effect(cluster, span(call)))))
        .on(
            "getWeeks",
            one((call, cluster) -> Responses.json(call.context(), effects.weeks(cluster))))
        .on(
            "getHistory",
            one(
                (call, cluster) ->
                    Responses.json(
                        call.context(), effects.history(cluster, span(call), points(call)))))
        .on("getQueue", one(this::queue))
        .on("listJobs", one(ClusterRoutes::jobs))
        .on("getResources", one(this::resources))
        .on("getLimits", one(ClusterRoutes::limits))
        .on("listPolicies", one(this::policies))
        .on(
            "listDecisions",
            one(
                (call, cluster) ->
                    Responses.json(call.context(), views.decisions(cluster, call.limit()))))
        .on("listStudies", shown(views::studies))
        .on("listProposals", shown(views::openProposals))
        .on("listAudit", shown(views::audit));
  }

  /**
   * All clusters for the live stream, as one line of JSON. Times are epoch seconds only: with a
   * thousand clusters, others would take most of a second of the event loop.
   */
  String live() {
    return all(views::whole).getJsonArray("clusters").encode();
  }

  /** A handler that looks up the cluster in the path, or passes the request to its owner. */
  Consumer<ApiRequest> one(BiConsumer<ApiRequest, ClusterController> action) {
    return call -> {
      String id = call.path("cluster");
      Optional<? extends ClusterController> found =
          clusters.clusters().stream().filter(cluster -> cluster.cluster().equals(id)).findFirst();
      if (found.isPresent()) {
        action.accept(call, found.get());
      } else {
        passOn(call, id);
      }
    };
  }

  private void passOn(ApiRequest call, String id) {
    RoutingContext context = call.context();
    HttpServerRequest request = context.request();
    if (request.getHeader(Replicas.PASSED_ON) != null) {
      context.response().putHeader(Replicas.NOT_OWNER, "true");
      new Problem(404, "this replica has no cluster '" + id + "'").answer(context);
      return;
    }
    boolean named = call.user() != null && request.getHeader("authorization") == null;
    if (named) {
      refuseNamed(context, id);
      return;
    }
    HttpMethod method = context.get(RequestGuard.HEAD) == null ? request.method() : HttpMethod.GET;
    replicas
        .pass(request, method, context.body().buffer(), id)
        .onComplete(
            done -> {
              Replicas.Answer answer = done.result();
              if (answer != null) {
                Responses.passedOn(context, answer);
              } else if (done.succeeded()) {
                none(id).answer(context);
              } else {
                String reason = String.valueOf(done.cause().getMessage());
                LOG.warn("a request for cluster {} cannot be passed on: {}", id, reason);
                new Problem(
                        503,
                        "this replica has no cluster '%s', and %s; try again in some seconds"
                            .formatted(id, reason))
                    .answer(context);
              }
            });
  }

  /** Refuses a user whom a proxy's header names: other replicas would not believe the header. */
  private void refuseNamed(RoutingContext context, String id) {
    replicas
        .alone()
        .onComplete(
            done ->
                (Boolean.TRUE.equals(done.result())
                        ? none(id)
                        : new Problem(
                            403,
                            ("this replica has no cluster '%s', and the requests of users whom"
                                    + " http.user-header names are not passed to other replicas;"
                                    + " use a token, or the replica that owns the cluster")
                                .formatted(id)))
                    .answer(context));
  }

  private static Problem none(String id) {
    return new Problem(404, "no replica has a cluster '" + id + "'");
  }

  /** A page of the clusters of all replicas. */
  private void fleet(ApiRequest call) {
    String only = call.query("cluster");
    JsonArray own = new JsonArray();
    clusters.clusters().stream()
        .filter(one -> only == null || only.equals(one.cluster()))
        .forEach(one -> own.add(FleetView.row(one, clusters.silence(one), clusters.age(one))));
    if ("this".equals(call.query("replica"))) {
      Responses.json(
          call.context(), new JsonObject().put("total", own.size()).put("clusters", own));
      return;
    }
    String path =
        "/api/v1/fleet?replica=this"
            + (only == null ? "" : "&cluster=" + URLEncoder.encode(only, StandardCharsets.UTF_8));
    replicas
        .askAll(path, "clusters", call.context().request())
        .map(
            others ->
                FleetView.page(
                        FleetView.rows(own, others.getJsonArray("answers")),
                        Objects.requireNonNullElse(call.query("sort"), "id"),
                        "descending".equals(call.query("order")),
                        call.offset(),
                        call.limit())
                    .put("silent", others.getJsonArray("silent")))
        .onSuccess(page -> Responses.json(call.context(), page))
        .onFailure(call.context()::fail);
  }

  private static EffectViews.Span span(ApiRequest call) {
    String from = call.query("from");
    String to = call.query("to");
    return new EffectViews.Span(
        from == null ? 0 : Long.parseLong(from), to == null ? Long.MAX_VALUE : Long.parseLong(to));
  }

  private static int points(ApiRequest call) {
    String points = call.query("points");
    return points == null ? MOST_POINTS : Integer.parseInt(points);
  }

  private JsonObject all(Function<ClusterController, JsonObject> view) {
    JsonArray all = new JsonArray();
    clusters.clusters().forEach(cluster -> all.add(view.apply(cluster)));
    return new JsonObject().put("clusters", all);
  }

  private Consumer<ApiRequest> shown(Function<ClusterController, JsonObject> view) {
    return one((call, cluster) -> Responses.json(call.context(), view.apply(cluster)));
  }

  private void policies(ApiRequest call, ClusterController cluster) {
    TrackedCluster tracked = cluster.tracked();
    if (tracked == null) {
      new Problem(409, "the cluster has not been declared; wait for its cluster.declared event")
          .answer(call.context());
    } else {
      Responses.json(call.context(), PolicyViews.json(tracked));
    }
  }

  private void queue(ApiRequest call, ClusterController cluster) {
    TrackedCluster tracked = cluster.tracked();
    if (tracked == null || !tracked.mirror().state().hasNodes()) {
      queue(call, cluster, null);
      return;
    }
    withUse(call, cluster, tracked, use -> queue(call, cluster, use));
  }

  private static void queue(ApiRequest call, ClusterController cluster, @Nullable NodeUse use) {
    TrackedCluster tracked = cluster.tracked();
    String after = call.query("after");
    JsonObject page =
        tracked == null
            ? new JsonObject().put("total", 0).put("jobs", new JsonArray())
            : QueueView.page(tracked, call.jobsOf(), after, call.limit(), use);
    if (page == null) {
      new StalePageException(String.valueOf(after)).problem().answer(call.context());
    } else {
      Responses.json(call.context(), page);
    }
  }

  private static void jobs(ApiRequest call, ClusterController cluster) {
    TrackedCluster tracked = cluster.tracked();
    String after = call.query("after");
    JsonObject page =
        tracked == null
            ? new JsonObject().put("total", 0).put("jobs", new JsonArray())
            : JobList.page(tracked, call.jobsOf(), after, call.limit());
    if (page == null) {
      new StalePageException(String.valueOf(after)).problem().answer(call.context());
    } else {
      Responses.json(call.context(), page);
    }
  }

  private void resources(ApiRequest call, ClusterController cluster) {
    TrackedCluster tracked = cluster.tracked();
    if (tracked == null || !tracked.mirror().state().hasNodes()) {
      new Problem(
              409,
              "cluster '%s' has no nodes; its scheduler reports processors only"
                  .formatted(cluster.cluster()))
          .answer(call.context());
      return;
    }
    long origin = tracked.mirror().origin();
    withUse(
        call,
        cluster,
        tracked,
        use -> Responses.json(call.context(), ResourceView.json(use, origin)));
  }

  private static void limits(ApiRequest call, ClusterController cluster) {
    TrackedCluster tracked = cluster.tracked();
    Responses.json(
        call.context(),
        tracked == null
            ? new JsonObject().put("total", 0).put("limits", new JsonArray())
            : ResourceView.limits(tracked.mirror().state(), call.limit()));
  }

  /** Answers with the use of the cluster's nodes, which a worker computes. */
  private void withUse(
      ApiRequest call,
      ClusterController cluster,
      TrackedCluster tracked,
      Consumer<NodeUse> answer) {
    figures
        .of(cluster, tracked.mirror().state())
        .onSuccess(answer::accept)
        .onFailure(
            failure -> {
              LOG.error("the use of the nodes of {} failed", cluster.cluster(), failure);
              new Problem(500, "the use of the nodes failed; see the controller's log")
                  .answer(call.context());
            });
  }
}
