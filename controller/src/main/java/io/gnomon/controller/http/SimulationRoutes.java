package io.gnomon.controller.http;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.ControllerState;
import io.gnomon.controller.cluster.TrackedCluster;
import io.gnomon.controller.http.view.ScheduleView;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.sim.policy.InvalidPolicyException;
import io.gnomon.sim.policy.PolicySpec;
import io.gnomon.sim.study.ShadowStudy;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Simulations that people ask for, from the state as it is. They change nothing, run on a pool of
 * their own, so that no decision waits for them, and few at a time.
 */
final class SimulationRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(SimulationRoutes.class);
  private static final int MOST = 8;

  private final StudyPool pool;
  private final Forecasts forecasts;
  private int underWay;

  SimulationRoutes(StudyPool pool) {
    this.pool = pool;
    forecasts = new Forecasts(pool);
  }

  /** Adds the handlers. */
  void addTo(ContractRouter router, ClusterRoutes routes) {
    router
        .on("study", routes.one(this::study))
        .on("getForecast", routes.one(this::forecast))
        .on("getSchedule", routes.one(this::schedule));
  }

  /** Studies what the body of the request names. */
  private void study(ApiRequest call, ClusterController cluster) {
    TrackedCluster known = trusted(call.context(), cluster);
    if (known == null) {
      return;
    }
    WhatIf whatIf;
    ShadowStudy study;
    try {
      whatIf = WhatIf.of(call.body(), known);
      study = whatIf.study(known);
    } catch (InvalidPolicyException e) {
      new Problem(422, String.valueOf(e.getMessage())).answer(call.context());
      return;
    }
    List<PolicySpec> impossible =
        study.specs().stream().skip(1).filter(spec -> !known.allows(spec)).toList();
    long now = known.mirror().now();
    answer(
        call.context(), () -> pool.run(study).map(result -> whatIf.tell(now, result, impossible)));
  }

  /** Tells when the waiting jobs will start. */
  private void forecast(ApiRequest call, ClusterController cluster) {
    TrackedCluster known = trusted(call.context(), cluster);
    if (known == null) {
      return;
    }
    String after = call.query("after");
    int limit = call.limit();
    answer(
        call.context(),
        () ->
            forecasts
                .of(cluster, known)
                .map(forecast -> forecast.page(after, limit))
                .compose(
                    page ->
                        page == null
                            ? Future.failedFuture(new StalePageException(String.valueOf(after)))
                            : Future.succeededFuture(page)));
  }

  /** Tells what would run when. */
  private void schedule(ApiRequest call, ClusterController cluster) {
    TrackedCluster known = trusted(call.context(), cluster);
    if (known == null) {
      return;
    }
    try {
      ScheduleView view = ScheduleView.of(known, call.query("policy"), call.limit());
      answer(call.context(), () -> pool.run(view.work()).map(view::tell));
    } catch (InvalidPolicyException e) {
      new Problem(422, String.valueOf(e.getMessage())).answer(call.context());
    }
  }

  /** A call for a simulation. */
  private interface Asked {
    Future<JsonObject> start();
  }

  private void answer(RoutingContext call, Asked asked) {
    if (underWay >= MOST) {
      new Problem(429, MOST + " simulations are under way; try again in a while").answer(call);
      return;
    }
    underWay++;
    asked
        .start()
        .onComplete(
            done -> {
              underWay--;
              if (done.succeeded()) {
                Responses.json(call, done.result());
              } else {
                problem(done.cause()).answer(call);
              }
            });
  }

  private static Problem problem(Throwable failure) {
    if (failure instanceof TimeoutException) {
      return new Problem(
          504, "it took longer than 30 s, or study.time-limit where that is more; ask for less");
    }
    if (failure instanceof StalePageException stale) {
      return stale.problem();
    }
    LOG.error("a simulation failed", failure);
    return new Problem(500, "the simulation failed; the log tells why");
  }

  /** The cluster, where it can be simulated; else the call is answered. */
  private static @Nullable TrackedCluster trusted(RoutingContext call, ClusterController cluster) {
    TrackedCluster known = cluster.followed();
    if (known == null || cluster.life() == ControllerState.DEGRADED) {
      new Problem(409, "the mirror cannot be trusted until the scheduler has sent a snapshot")
          .answer(call);
      return null;
    }
    return known;
  }
}
