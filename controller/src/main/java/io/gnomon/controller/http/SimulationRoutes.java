package io.gnomon.controller.http;

import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.forecast.ForecastCalibrations;
import io.gnomon.controller.forecast.JobForecasts;
import io.gnomon.controller.forecast.RequestedResources;
import io.gnomon.controller.forecast.StartOutlook;
import io.gnomon.controller.http.access.AccessCounters;
import io.gnomon.controller.http.access.SimulationQuota;
import io.gnomon.controller.http.replica.Answer;
import io.gnomon.controller.http.view.Impediment;
import io.gnomon.controller.http.view.JobView;
import io.gnomon.controller.http.view.PrintedJob;
import io.gnomon.controller.http.view.ScheduleView;
import io.gnomon.controller.mirror.EndedJob;
import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.mirror.RejectedEventException;
import io.gnomon.controller.node.NodeFigures;
import io.gnomon.controller.node.WaitReason;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.controller.study.StudyPriority;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.forecast.JobForecast;
import io.gnomon.sim.machine.placement.Shape;
import io.gnomon.sim.spec.InvalidSpecException;
import io.gnomon.sim.study.ShadowStudy;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The routes for simulations from the current state. Simulations change nothing. Most of the time,
 * they pause while a decision is studied, and those of clients without a token also for those of
 * users. Their number is limited.
 */
final class SimulationRoutes {
  private final StudyPool pool;
  private final Forecasts forecasts;
  private final JobForecasts jobForecasts;
  private final NodeFigures figures;
  private final SimulationQuota quota = new SimulationQuota(System::nanoTime);
  private final AccessCounters counters;

  SimulationRoutes(
      StudyPool pool,
      ForecastCalibrations calibrations,
      NodeFigures figures,
      AccessCounters counters) {
    this.pool = pool;
    this.figures = figures;
    this.counters = counters;
    forecasts = new Forecasts(pool, calibrations);
    jobForecasts = new JobForecasts(pool, calibrations);
  }

  /** Adds the handlers. */
  void addTo(ContractRouter router, ClusterRoutes routes) {
    router
        .on("study", routes.one(this::study))
        .on("getForecast", routes.one(this::forecast))
        .on("getJob", routes.one(this::job))
        .on("forecastRequest", routes.one(this::request))
        .on("getSchedule", routes.one(this::schedule));
  }

  /** Runs the study that the body of the request describes. */
  private Future<@Nullable Answer> study(ApiRequest call, ClusterController cluster) {
    TrackedCluster known = trusted(cluster);
    return answer(
        call,
        () -> {
          WhatIfRequest whatIf = WhatIfRequest.of(call.body(), known);
          ShadowStudy study = whatIf.study(known);
          WhatIfRequest.Context asked =
              WhatIfRequest.Context.of(known, study, cluster.lifecycle().inForce());
          return pool.run(study, priority(call), cluster.cluster())
              .map(result -> whatIf.json(asked, result));
        });
  }

  /** Forecasts the starts of waiting jobs. */
  private Future<@Nullable Answer> forecast(ApiRequest call, ClusterController cluster) {
    TrackedCluster known = trusted(cluster);
    String after = call.query("after");
    String user = call.jobsOf();
    return answer(
        call,
        () ->
            forecasts
                .of(cluster, known, priority(call))
                .map(
                    forecast -> {
                      JsonObject page =
                          forecasts.page(
                              cluster.cluster(),
                              forecast,
                              job -> user == null || isOf(known.mirror(), job, user),
                              after,
                              call.limit());
                      if (page == null) {
                        throw HttpProblem.stalePage(after);
                      }
                      return page;
                    }));
  }

  /** One job; with a forecast if it has not started. */
  private Future<@Nullable Answer> job(ApiRequest call, ClusterController cluster) {
    TrackedCluster known = trusted(cluster);
    Mirror mirror = known.mirror();
    String job = PrintedJob.named(call.path("job"), mirror);
    String owner = call.owner();
    boolean hidden = owner != null && !isOf(mirror, job, owner);
    int slot = hidden ? ClusterState.NONE : mirror.slot(job);
    EndedJob ended = hidden ? null : mirror.ended(job);
    if (slot != ClusterState.NONE) {
      JsonObject json = JobView.active(known, slot);
      JobPhase phase = mirror.state().phase(slot);
      if (phase == JobPhase.HELD || phase == JobPhase.WAITING) {
        Impediment now = Impediment.of(mirror.state(), slot);
        Future<@Nullable WaitReason> reason = reason(cluster, mirror.state(), slot);
        return outlook(
            call,
            jobForecasts.ofActive(cluster, known, slot),
            outlook ->
                reason.map(of -> shown(call, JobView.forecast(json, known, outlook, now.on(of)))));
      }
      return Responses.json(json);
    }
    if (ended != null) {
      return Responses.json(JobView.ended(mirror, job, ended));
    }
    throw new HttpProblem(
        404,
        "job '%s' is not waiting or running on cluster '%s', nor among the latest jobs that ended; check the id and the cluster"
            .formatted(call.path("job"), cluster.cluster()));
  }

  /** Whether an active job is that of a user; of jobs that have ended it is not known. */
  private static boolean isOf(Mirror mirror, String job, String user) {
    int slot = mirror.slot(job);
    return slot != ClusterState.NONE && user.equals(mirror.users().name(mirror.state().user(slot)));
  }

  private static JsonObject shown(ApiRequest call, JsonObject job) {
    return call.owner() == null ? job : JobView.withoutOthers(job);
  }

  /** A forecast for a job that has not been submitted. */
  private Future<@Nullable Answer> request(ApiRequest call, ClusterController cluster) {
    TrackedCluster known = trusted(cluster);
    int processors = call.required("processors");
    int most = known.mirror().state().processors();
    if (processors > most) {
      throw new HttpProblem(
          422,
          "the request is for %d processors; cluster '%s' has %d"
              .formatted(processors, cluster.cluster(), most));
    }
    JobForecast.Request request =
        new JobForecast.Request(processors, call.required("estimateSeconds"));
    JobForecast.NewJob job;
    try {
      job =
          known
              .mirror()
              .newJob(
                  call.jobsOf(),
                  RequestedResources.of(call::query, call::number),
                  processors,
                  request.estimateSeconds());
    } catch (RejectedEventException impossible) {
      throw new HttpProblem(422, String.valueOf(impossible.getMessage()));
    }
    ClusterState submitted = known.mirror().state().fork();
    Impediment now = Impediment.of(submitted, JobForecast.submit(submitted, job, request));
    JsonObject json = JobView.request(known, request);
    return outlook(
        call,
        jobForecasts.ofNew(cluster, known, job, request),
        outlook ->
            Future.succeededFuture(shown(call, JobView.forecast(json, known, outlook, now))));
  }

  /** What a job waits for on nodes; null on a pool of processors and for a held job. */
  private Future<@Nullable WaitReason> reason(
      ClusterController cluster, ClusterState state, int slot) {
    if (!state.hasNodes()) {
      return Future.succeededFuture();
    }
    Shape shape = state.nodes().shape(slot);
    int estimate = state.estimate(slot);
    return state.phase(slot) == JobPhase.HELD
        ? Future.succeededFuture()
        : figures.of(cluster, state).map(use -> use.of(shape, estimate));
  }

  private Future<@Nullable Answer> outlook(
      ApiRequest call,
      JobForecasts.Pending pending,
      Function<StartOutlook, Future<JsonObject>> view) {
    Future<StartOutlook> existing = pending.existing();
    return existing == null
        ? answer(call, () -> pending.start(priority(call)).compose(view))
        : answer(existing.compose(view));
  }

  /** Simulates the schedule. */
  private Future<@Nullable Answer> schedule(ApiRequest call, ClusterController cluster) {
    TrackedCluster known = trusted(cluster);
    return answer(
        call,
        () -> {
          ScheduleView view = ScheduleView.of(known, call.query("policy"), call.limit());
          return pool.run(view.work(), priority(call), cluster.cluster()).map(view::json);
        });
  }

  private static StudyPriority priority(ApiRequest call) {
    return call.client().user() ? StudyPriority.USER : StudyPriority.ANONYMOUS;
  }

  /**
   * Answers with a simulation.
   *
   * @param simulation starts it; called only if the client may start one
   */
  private Future<@Nullable Answer> answer(
      ApiRequest call, Supplier<Future<JsonObject>> simulation) {
    SimulationQuota.Refusal refusal = quota.enter(call.client());
    if (refusal != null) {
      counters.add(AccessCounters.Refusal.SIMULATION_LIMIT);
      throw new HttpProblem(429, refusal.detail(), refusal.retrySeconds());
    }
    return answer(
        Future.succeededFuture()
            .compose(now -> simulation.get())
            .onComplete(done -> quota.leave(call.client())));
  }

  private static Future<@Nullable Answer> answer(Future<JsonObject> simulated) {
    return simulated
        .recover(failure -> Future.failedFuture(known(failure)))
        .compose(Responses::json);
  }

  /** The problem that a failure of a simulation is, or the failure itself if it is a fault. */
  private static Throwable known(Throwable failure) {
    if (failure instanceof TimeoutException) {
      return new HttpProblem(
          504,
          "the simulation exceeded the limit, the greater of 30 s and study.time-limit;"
              + " use fewer policies or a shorter horizon");
    }
    return failure instanceof InvalidSpecException invalid
        ? new HttpProblem(422, String.valueOf(invalid.getMessage()))
        : failure;
  }

  /** Returns the cluster if its mirror is trusted. */
  private static TrackedCluster trusted(ClusterController cluster) {
    TrackedCluster known = cluster.tracked();
    if (known == null || cluster.state() == ControllerState.DEGRADED) {
      throw new HttpProblem(
          409, "the mirror of the cluster is not trusted; wait for the scheduler's next snapshot");
    }
    return known;
  }
}
