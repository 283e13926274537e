package io.gnomon.controller.http.view;

import io.gnomon.commandline.GnomonVersion;
import io.gnomon.controller.cluster.ClusterController;
import io.gnomon.controller.cluster.change.AppliedChange;
import io.gnomon.controller.cluster.change.ControllerState;
import io.gnomon.controller.cluster.change.Proposal;
import io.gnomon.controller.cluster.output.ClusterCounters.Count;
import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.health.Problem;
import io.gnomon.controller.operation.Freeze;
import io.gnomon.controller.operation.MaintenanceWindows;
import io.gnomon.events.EventData;
import io.gnomon.events.audit.DecisionRecorded;
import io.gnomon.events.audit.OperatorRecorded;
import io.gnomon.events.config.ConfigRequested;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.cluster.JobPhase;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.policy.difference.SiteValues;
import io.gnomon.sim.policy.multiqueue.Criteria;
import io.gnomon.sim.policy.multiqueue.MultiQueue;
import io.gnomon.sim.tune.Tuner;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A cluster as JSON for the API. */
public final class ClusterViews {
  private static final int LATEST = 100;

  private final Function<ClusterController, @Nullable Problem> silence;

  /**
   * Creates the views.
   *
   * @param silence returns what is wrong with the producer of a cluster's events, or null
   */
  public ClusterViews(Function<ClusterController, @Nullable Problem> silence) {
    this.silence = silence;
  }

  public JsonObject summary(ClusterController cluster) {
    Problem silent = silence.apply(cluster);
    ClusterProblem problem = ClusterProblem.of(cluster, silent);
    JsonObject json =
        new JsonObject()
            .put("id", cluster.cluster())
            .put("state", (silent == null ? cluster.state() : ControllerState.DEGRADED).name())
            .put("problem", problem.what())
            .put("remedy", problem.remedy())
            .put("mode", cluster.controls().mode().word())
            .put("cadence", cluster.settings().tuning().cadence().name().toLowerCase(Locale.ROOT))
            .put("threshold", cluster.settings().tuning().threshold());
    TrackedCluster tracked = cluster.tracked();
    if (tracked != null) {
      ClusterState state = tracked.mirror().state();
      json.put("at", tracked.mirror().now())
          .put("processors", state.processors())
          .put("freeProcessors", state.freeProcessors())
          .put("nodes", state.hasNodes() ? (Integer) state.nodes().machine().nodes() : null)
          .put("waiting", state.waiting().size())
          .put("neverStart", neverStart(state))
          .put("running", state.runningCount())
          .put("suspended", state.suspendedCount())
          .put("oldestWait", oldestWait(state))
          .put("configuration", tracked.configuration().policy())
          .put("configurationInWords", Policies.describe(tracked.configuration().policy()))
          .put("version", tracked.configuration().version())
          .put("slowdown", tracked.tuner().observe(state))
          .put("backtestAbandonedAt", backtestAbandonedAt(tracked))
          .put("frozen", cluster.controls().frozen(tracked.mirror().now()));
    }
    long since = cluster.counters().since();
    return json.put("gnomonVersion", GnomonVersion.release())
        .put("countersSince", since == EventData.NONE ? null : (Long) since)
        .put("events", cluster.counters().eventCount())
        .put("evaluations", cluster.counters().of(Count.EVALUATIONS))
        .put("studies", cluster.counters().of(Count.STUDIES))
        .put("recommendations", cluster.counters().of(Count.RECOMMENDATIONS))
        .put("commands", cluster.counters().of(Count.COMMANDS))
        .put("applied", cluster.counters().of(Count.APPLIED_COMMANDS))
        .put("rejected", rejections(cluster));
  }

  /** The number of waiting jobs that can never start. */
  private static int neverStart(ClusterState state) {
    int[] jobs = {0};
    state.forEach(JobPhase.WAITING, slot -> jobs[0] += state.neverStarts(slot) ? 1 : 0);
    return jobs[0];
  }

  /** The wait of the oldest job that waits and can ever start, in seconds, or null. */
  private static @Nullable Integer oldestWait(ClusterState state) {
    int slot = state.waiting().first();
    while (slot != ClusterState.NONE && state.neverStarts(slot)) {
      slot = state.waiting().next(slot);
    }
    return slot == ClusterState.NONE ? null : (Integer) (state.now() - state.submitTime(slot));
  }

  private static @Nullable Long backtestAbandonedAt(TrackedCluster tracked) {
    int second = tracked.tuner().backtestAbandonedAt();
    return second < 0 ? null : (Long) (tracked.mirror().origin() + second);
  }

  public JsonObject whole(ClusterController cluster) {
    JsonObject json = summary(cluster);
    TrackedCluster tracked = cluster.tracked();
    if (tracked == null) {
      return json;
    }
    long origin = tracked.mirror().origin();
    List<JsonObject> slowdowns =
        tracked.observations().stream()
            .map(
                one ->
                    new JsonObject()
                        .put("at", origin + one.second())
                        .put("slowdown", one.slowdown()))
            .toList();
    ConfigRequested lastChange = cluster.lastChange();
    return withMaintenance(json, cluster, tracked.mirror().now())
        .put("slowdowns", slowdowns)
        .put("stateHash", String.format(Locale.ROOT, "%016x", tracked.mirror().state().hash()))
        .put("proposals", proposals(cluster))
        .put("freezes", cluster.controls().freezes().stream().map(ClusterViews::freeze).toList())
        .put("audit", audit(cluster, LATEST))
        .put("forecasts", forecasts(tracked.tuner()))
        .put("fidelity", FidelityView.of(tracked))
        .put("modeChosen", cluster.controls().chosen() != null)
        .put("canRollBack", lastChange != null && cluster.pending() == null)
        .put("rollback", rollback(cluster, tracked))
        .put("partitions", partitions(tracked))
        .put("changes", outcomes(cluster, tracked).changes())
        .put("decisions", decisions(cluster, tracked, LATEST, decision -> true, false));
  }

  /** What a rollback of the last change would change, or null. */
  private static @Nullable JsonObject rollback(ClusterController cluster, TrackedCluster tracked) {
    AppliedChange change = cluster.lifecycle().change();
    return change == null
        ? null
        : DifferenceView.of(tracked.configuration().policy(), change.former(), tracked);
  }

  /** The counts of checked forecasts, of those within their interval, and of open reviews. */
  private static JsonObject forecasts(Tuner tuner) {
    return new JsonObject()
        .put("checked", tuner.forecasts().checked())
        .put("withinInterval", tuner.forecasts().held())
        .put("waiting", tuner.reviews().open().size());
  }

  public JsonObject openProposals(ClusterController cluster) {
    return new JsonObject().put("proposals", proposals(cluster));
  }

  public JsonObject audit(ClusterController cluster) {
    return new JsonObject().put("records", audit(cluster, Integer.MAX_VALUE));
  }

  private static JsonArray proposals(ClusterController cluster) {
    Proposal open = cluster.proposal();
    TrackedCluster tracked = cluster.tracked();
    return open == null || tracked == null
        ? new JsonArray()
        : JsonArray.of(proposal(cluster, open, tracked));
  }

  private static JsonObject proposal(
      ClusterController cluster, Proposal open, TrackedCluster tracked) {
    JsonObject json =
        RecordViews.proposal(open.command(), tracked).put("approved", cluster.approvalWaits());
    MaintenanceWindows windows = cluster.settings().maintenance();
    long now = tracked.mirror().now();
    return windows.open(now) ? json : json.put("opensAt", windows.opensAt(now));
  }

  /** Adds the maintenance windows, if there are any. */
  private static JsonObject withMaintenance(JsonObject json, ClusterController cluster, long now) {
    MaintenanceWindows windows = cluster.settings().maintenance();
    if (windows.isEmpty()) {
      return json;
    }
    boolean open = windows.open(now);
    long closes = windows.closesAt(now);
    JsonObject maintenance =
        new JsonObject().put("open", open).put("opensAt", windows.opensAt(now));
    if (open && closes != EventData.NONE) {
      maintenance.put("closesAt", closes);
    }
    return json.put("maintenance", maintenance);
  }

  private static JsonObject freeze(Freeze freeze) {
    return new JsonObject()
        .put("id", freeze.id())
        .put("from", freeze.from())
        .put("until", freeze.until() == EventData.NONE ? null : (Long) freeze.until());
  }

  /** The latest operations, newest first. */
  private static JsonArray audit(ClusterController cluster, int most) {
    List<OperatorRecorded> all = cluster.controls().records();
    JsonArray array = new JsonArray();
    for (int i = all.size() - 1; i >= 0 && array.size() < most; i--) {
      array.add(RecordViews.operator(all.get(i)));
    }
    return array;
  }

  /** The latest decisions, newest first, at most {@code most}. */
  public JsonObject decisions(ClusterController cluster, int most) {
    return listed("decisions", cluster, most, decision -> true);
  }

  public JsonObject studies(ClusterController cluster) {
    return listed("studies", cluster, LATEST, decision -> !decision.alternatives().isEmpty());
  }

  private static JsonObject listed(
      String name, ClusterController cluster, int most, Predicate<DecisionRecorded> wanted) {
    TrackedCluster tracked = cluster.tracked();
    return new JsonObject()
        .put(
            name,
            tracked == null ? new JsonArray() : decisions(cluster, tracked, most, wanted, true));
  }

  /** The latest decisions, newest first. */
  private static JsonArray decisions(
      ClusterController cluster,
      TrackedCluster tracked,
      int most,
      Predicate<DecisionRecorded> wanted,
      boolean each) {
    Outcomes outcomes = outcomes(cluster, tracked);
    List<DecisionRecorded> all = tracked.decisions();
    JsonArray array = new JsonArray();
    for (int i = all.size() - 1; i >= 0 && array.size() < most; i--) {
      if (wanted.test(all.get(i))) {
        array.add(outcomes.json(all.get(i), each));
      }
    }
    return array;
  }

  private static Outcomes outcomes(ClusterController cluster, TrackedCluster tracked) {
    return new Outcomes(
        tracked.decisions(),
        cluster.controls().records(),
        cluster.lifecycle(),
        SiteValues.of(tracked.mirror().state()));
  }

  /** The partitions with their ranges of estimates, queue lengths and busy processors. */
  private static JsonArray partitions(TrackedCluster tracked) {
    ClusterState state = tracked.mirror().state();
    Criteria criteria =
        tracked.policy() instanceof MultiQueue queues
            ? queues.criteria()
            : Criteria.of(ClusterState.LAST);
    int count = criteria.partitions();
    int[] queued = new int[count];
    int[] busy = new int[count];
    for (int slot = state.waiting().first();
        slot != ClusterState.NONE;
        slot = state.waiting().next(slot)) {
      queued[criteria.partition(state.estimate(slot))]++;
    }
    state.forEach(
        JobPhase.RUNNING,
        slot -> {
          int partition = state.partition(slot);
          boolean known = partition >= 0 && partition < count;
          busy[known ? partition : criteria.partition(state.estimate(slot))] +=
              state.heldProcessors(slot);
        });
    JsonArray partitions = new JsonArray();
    int[] bounds = criteria.bounds();
    for (int p = 0; p < count; p++) {
      partitions.add(
          new JsonObject()
              .put("partition", p + 1)
              .put("estimatesFrom", p == 0 ? 0 : bounds[p - 1])
              .put("estimatesBelow", p == count - 1 ? null : (Integer) bounds[p])
              .put("queued", queued[p])
              .put("busyProcessors", busy[p]));
    }
    return partitions;
  }

  private static JsonObject rejections(ClusterController cluster) {
    JsonObject json = new JsonObject();
    cluster
        .counters()
        .rejectedEvents()
        .forEach((reason, count) -> json.put(reason.name().toLowerCase(Locale.ROOT), count));
    return json;
  }
}
