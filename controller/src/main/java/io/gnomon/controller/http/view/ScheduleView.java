package io.gnomon.controller.http.view;

import io.gnomon.controller.cluster.tracked.TrackedCluster;
import io.gnomon.controller.mirror.Mirror;
import io.gnomon.controller.study.StudyPool;
import io.gnomon.sim.cluster.ClusterState;
import io.gnomon.sim.forecast.ShadowSchedule;
import io.gnomon.sim.policy.Policies;
import io.gnomon.sim.spec.Spec;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The shadow schedule of a cluster as JSON.
 *
 * @param schedule the simulation
 * @param policy the simulated policy
 * @param at the epoch second of its start
 * @param origin the epoch second of second 0
 * @param processors the processors of the cluster
 * @param names the ids of the active jobs, by number
 */
public record ScheduleView(
    ShadowSchedule schedule,
    String policy,
    long at,
    long origin,
    int processors,
    Map<Integer, String> names) {
  private static final int HORIZON_SECONDS = 4 * 7 * 86_400;

  /**
   * Creates the view from the current state.
   *
   * @param policy the policy to simulate, or null for the one in force
   * @param most the maximum number of jobs
   * @throws io.gnomon.sim.spec.InvalidSpecException if the policy is not valid or cannot schedule
   *     the cluster's nodes
   */
  public static ScheduleView of(TrackedCluster cluster, @Nullable String policy, int most) {
    Mirror mirror = cluster.mirror();
    ClusterState state = mirror.state();
    Spec other = policy == null ? null : cluster.named(policy);
    Map<Integer, String> names = new HashMap<>();
    state.forEachActive(slot -> names.put(state.job(slot), mirror.name(slot)));
    return new ScheduleView(
        new ShadowSchedule(
            state, cluster.policy(), cluster.tuner().history(), other, HORIZON_SECONDS, most),
        String.valueOf(other == null ? cluster.policy().spec() : other),
        mirror.now(),
        mirror.origin(),
        state.processors(),
        names);
  }

  public StudyPool.Work<List<ShadowSchedule.Run>> work() {
    return new StudyPool.Work<>(schedule::run, schedule.control());
  }

  public JsonObject json(List<ShadowSchedule.Run> runs) {
    return new JsonObject()
        .put("at", at)
        .put("policy", policy)
        .put("policyInWords", Policies.describe(policy))
        .put("processors", processors)
        .put("runs", runs.stream().map(this::json).toList());
  }

  private JsonObject json(ShadowSchedule.Run run) {
    return new JsonObject()
        .put("job", names.getOrDefault(run.job(), "?"))
        .put("start", origin + run.start())
        .put("end", origin + run.end())
        .put("processors", run.processors());
  }
}
