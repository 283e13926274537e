package io.gnomon.controller.http;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.http.replica.Answer;
import io.gnomon.controller.http.replica.Coverage;
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
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The routes that read clusters, and the lookup of a cluster by its id. */
final class ClusterRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterRoutes.class);
  private static final int MOST_POINTS = 500;
  private static final int RETRY_SECONDS = 5;

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
        .on("listClusters", call -> Responses.json(all(views::summary)))
        .on("getFleet", this::fleet)
        .on("getCluster", shown((call, cluster) -> views.whole(cluster)))
        .on("getEffect", shown((call, cluster) -> effects.effect(cluster, span(call))))
        .on("getWeeks", shown((call, cluster) -> effects.weeks(cluster)))
        .on(
            "getHistory",
            shown(
                (call, cluster) ->
                    effects.history(cluster, span(call), call.number("points", MOST_POINTS))))
        .on("getQueue", one(this::queue))
        .on("listJobs", shown(ClusterRoutes::jobs))
        .on("getResources", one(this::resources))
        .on("getLimits", shown(ClusterRoutes::limits))
        .on("listPolicies", shown(ClusterRoutes::policies))
        .on("listDecisions", shown((call, cluster) -> views.decisions(cluster, call.limit())))
        .on("listStudies", shown((call, cluster) -> views.studies(cluster)))
        .on("listProposals", shown((call, cluster) -> views.openProposals(cluster)))
        .on("listAudit", shown((call, cluster) -> views.audit(cluster)));
  }

  /**
   * All clusters for the live stream, as one line of JSON. Times are epoch seconds only: with a
   * thousand clusters, others would take most of a second of the event loop.
   */
  String live() {
    return all(views::whole).getJsonArray("clusters").encode();
  }

  /** A handler that looks up the cluster in the path, or passes the request to its owner. */
  Function<ApiRequest, Future<@Nullable Answer>> one(
      BiFunction<ApiRequest, ClusterController, Future<@Nullable Answer>> action) {
    return call -> {
      String id = call.path("cluster");
      Optional<? extends ClusterController> found =
          clusters.clusters().stream().filter(cluster -> cluster.cluster().equals(id)).findFirst();
      return found.isPresent() ? action.apply(call, found.get()) : passOn(call, id);
    };
  }

  /**
   * Answers for a cluster that this replica does not have: 404 only if no replica can have it,
   * because all partitions are restored somewhere; else 503.
   */
  private Future<@Nullable Answer> passOn(ApiRequest call, String id) {
    Coverage coverage = clusters.coverage();
    if (call.context().request().getHeader(Replicas.PASSED_ON) != null) {
      Answer none = new HttpProblem(404, "this replica has no cluster '" + id + "'").answer();
      return Future.succeededFuture(none.with(Replicas.NOT_OWNER, coverage.header()));
    }
    return replicas
        .pass(ApiRequest.toPassOn(call.context(), call.user(), call.limitMillis()), id, coverage)
        .recover(
            failure -> {
              String reason = failure.getMessage();
              LOG.warn("a request for cluster {} cannot be passed on: {}", id, reason);
              return Future.failedFuture(
                  new HttpProblem(
                      503,
                      "this replica has no cluster '%s', and %s; try again in some seconds"
                          .formatted(id, reason),
                      RETRY_SECONDS));
            })
        .map(
            answer -> {
              if (answer == null) {
                throw new HttpProblem(404, "no replica has a cluster '" + id + "'");
              }
              return answer;
            });
  }

  /** A page of the clusters of all replicas. */
  private Future<@Nullable Answer> fleet(ApiRequest call) {
    String only = call.query("cluster");
    List<JsonObject> own = new ArrayList<>();
    clusters.clusters().stream()
        .filter(one -> only == null || only.equals(one.cluster()))
        .forEach(one -> own.add(FleetView.row(one, clusters.silence(one), clusters.age(one))));
    boolean passedOn = call.context().request().getHeader(Replicas.PASSED_ON) != null;
    if (passedOn || "this".equals(call.query("replica"))) {
      return Responses.json(
          new JsonObject().put("total", own.size()).put("clusters", new JsonArray(own)));
    }
    String path =
        "/api/v1/fleet?replica=this"
            + (only == null ? "" : "&cluster=" + URLEncoder.encode(only, StandardCharsets.UTF_8));
    return replicas
        .askAll(path, "clusters", "id", call.user())
        .compose(
            others -> {
              own.addAll(others.entries());
              return Responses.json(
                  FleetView.page(
                          own,
                          Objects.requireNonNullElse(call.query("sort"), "id"),
                          "descending".equals(call.query("order")),
                          call.number("offset", 0),
                          call.limit())
                      .put("silent", others.silent()));
            });
  }

  private static EffectViews.Span span(ApiRequest call) {
    return new EffectViews.Span(
        Objects.requireNonNullElse(call.number("from"), 0L),
        Objects.requireNonNullElse(call.number("to"), Long.MAX_VALUE));
  }

  private JsonObject all(Function<ClusterController, JsonObject> view) {
    return new JsonObject().put("clusters", clusters.clusters().stream().map(view).toList());
  }

  private Function<ApiRequest, Future<@Nullable Answer>> shown(
      BiFunction<ApiRequest, ClusterController, JsonObject> view) {
    return one((call, cluster) -> Responses.json(view.apply(call, cluster)));
  }

  private static JsonObject policies(ApiRequest call, ClusterController cluster) {
    TrackedCluster tracked = cluster.tracked();
    if (tracked == null) {
      throw new HttpProblem(
          409, "the cluster has not been declared; wait for its cluster.declared event");
    }
    return PolicyViews.json(tracked);
  }

  private Future<@Nullable Answer> queue(ApiRequest call, ClusterController cluster) {
    TrackedCluster tracked = cluster.tracked();
    Future<@Nullable NodeUse> used =
        tracked == null || !tracked.mirror().state().hasNodes()
            ? Future.succeededFuture()
            : figures.of(cluster, tracked.mirror().state()).map(use -> use);
    return used.compose(
        use ->
            Responses.json(
                page(
                    call,
                    cluster,
                    (now, after) -> QueueView.page(now, call.jobsOf(), after, call.limit(), use))));
  }

  private static JsonObject jobs(ApiRequest call, ClusterController cluster) {
    return page(
        call,
        cluster,
        (tracked, after) -> JobList.page(tracked, call.jobsOf(), after, call.limit()));
  }

  private static JsonObject page(
      ApiRequest call,
      ClusterController cluster,
      BiFunction<TrackedCluster, @Nullable String, @Nullable JsonObject> view) {
    TrackedCluster tracked = cluster.tracked();
    if (tracked == null) {
      return new JsonObject().put("total", 0).put("jobs", new JsonArray());
    }
    String after = call.query("after");
    JsonObject page = view.apply(tracked, after);
    if (page == null) {
      throw HttpProblem.stalePage(after);
    }
    return page;
  }

  private Future<@Nullable Answer> resources(ApiRequest call, ClusterController cluster) {
    TrackedCluster tracked = cluster.tracked();
    if (tracked == null || !tracked.mirror().state().hasNodes()) {
      throw new HttpProblem(
          409,
          "cluster '%s' has no nodes; its scheduler reports processors only"
              .formatted(cluster.cluster()));
    }
    long origin = tracked.mirror().origin();
    return figures
        .of(cluster, tracked.mirror().state())
        .compose(use -> Responses.json(ResourceView.json(use, origin)));
  }

  private static JsonObject limits(ApiRequest call, ClusterController cluster) {
    TrackedCluster tracked = cluster.tracked();
    return tracked == null
        ? new JsonObject().put("total", 0).put("limits", new JsonArray())
        : ResourceView.limits(tracked.mirror().state(), call.limit());
  }
}
